"""The plain twin has a ledger of the same library, and makes it by itself."""

from granary import Ledger


class Mill:
    def __init__(self, stone: str, limit: int = 3) -> None:  # expect: DUO602
        self.stone = stone
        self.limit = limit
        self._ledger = Ledger(stone)

    def grind(self, sack: str) -> str:
        return self._ledger.enter(sack, self.stone)
