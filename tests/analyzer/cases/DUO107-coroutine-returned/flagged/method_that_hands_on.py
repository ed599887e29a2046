"""A method of another name promises a plain value, and gives the coroutine of the method below it."""

import asyncio


class Handler:
    async def get(self, path: str) -> str:
        await asyncio.sleep(0)
        return path


class Open(Handler):
    def get_now(self, path: str) -> str:
        return super().get(path)  # expect: DUO107
