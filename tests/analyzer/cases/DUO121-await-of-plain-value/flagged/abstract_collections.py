"""Results that are declared as a sequence or a mapping are no more awaitable than a list or a dict."""

from collections.abc import Mapping, Sequence


class Ledger:
    def __init__(self) -> None:
        self._rows: list[str] = []

    def rows(self) -> Sequence[str]:
        return self._rows

    def by_number(self) -> Mapping[int, str]:
        return dict(enumerate(self._rows))


async def show(ledger: Ledger) -> None:
    print(await ledger.rows())  # expect: DUO121
    print(await ledger.by_number())  # expect: DUO121
