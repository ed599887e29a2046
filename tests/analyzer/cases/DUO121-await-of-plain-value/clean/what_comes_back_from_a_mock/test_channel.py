"""A test awaits what a function has given back, since that came from the mock which the function calls."""

from unittest.mock import AsyncMock


class Channel:
    def __init__(self, wire) -> None:
        self.wire = wire

    async def ask(self, text: str) -> dict[str, str]:
        answer = await self.wire.send(text)
        return answer.body()


async def test_an_answer_is_given_back():
    channel = Channel(AsyncMock())
    channel.wire.send.return_value = AsyncMock()
    channel.wire.send.return_value.body = AsyncMock(return_value={"a": "b"})
    answer = await channel.ask("a")
    assert await answer == {"a": "b"}
