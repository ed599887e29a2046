"""A list of coroutines is an attribute that another method works off."""

import asyncio


async def send(mail: str) -> None:
    await asyncio.sleep(0)


class Mailbag:
    def __init__(self, mails: list[str]) -> None:
        self._pending = [send(mail) for mail in mails]

    def add(self, mail: str) -> None:
        self._pending = [*self._pending, send(mail)]

    @property
    def count(self) -> int:
        return len(self._pending)

    async def deliver(self) -> None:
        await asyncio.gather(*self._pending)
        self._pending.clear()
