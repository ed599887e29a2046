"""A fake has to have every abstract method, and nobody calls these."""

from collections.abc import AsyncIterable

from agents import Agent


class Fake(Agent):
    def answer(self, text: str) -> str:
        pass

    async def stream(self, text: str) -> AsyncIterable[str]:
        pass


def test_a_fake_can_be_made() -> None:
    assert Fake()
