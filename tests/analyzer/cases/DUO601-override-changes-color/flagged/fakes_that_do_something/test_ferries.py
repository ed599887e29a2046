"""A fake that does something in the wrong color."""

from ferries import Ferry


class Raft(Ferry):
    def __init__(self) -> None:
        self.cargo: list[str] = []

    def cross(self, cargo: str) -> str:  # expect: DUO601
        self.cargo.append(cargo)
        return "across"

    def captain(self) -> str:
        return "nobody"
