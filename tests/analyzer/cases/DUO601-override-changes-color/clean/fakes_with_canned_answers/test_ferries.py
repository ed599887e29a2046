"""Fakes that have to have all methods, of which nobody asks these."""

from ferries import Ferry


class Raft(Ferry):
    def __init__(self) -> None:
        self.answer = "across"

    def cross(self, cargo: str) -> str:
        """Give the answer."""
        return self.answer

    async def captain(self) -> str:
        return "nobody"


def test_answer() -> None:
    assert Raft().answer == "across"
