"""A test without mocks awaits a result twice, and one with mocks awaits what a plain function gives."""

import asyncio
from unittest.mock import Mock


class Channel:
    async def ask(self, text: str) -> dict[str, str]:
        await asyncio.sleep(0)
        return {"text": text}

    def close(self) -> int:
        return 0


async def test_an_answer_is_given_back():
    answer = await Channel().ask("a")
    assert await answer == {"text": "a"}  # expect: DUO121


async def test_a_channel_is_closed():
    done = Mock()
    done(await Channel().close())  # expect: DUO121
