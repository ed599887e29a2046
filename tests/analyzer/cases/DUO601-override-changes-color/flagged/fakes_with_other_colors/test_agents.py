"""A fake gives at once what its base has to be awaited for."""

from collections.abc import AsyncIterable

from agents import Agent


class Fake(Agent):
    def answer(self, text: str) -> str:  # expect: DUO601
        return text.upper()

    async def stream(self, text: str) -> AsyncIterable[str]:
        yield text


def test_a_fake_can_be_made() -> None:
    assert Fake()
