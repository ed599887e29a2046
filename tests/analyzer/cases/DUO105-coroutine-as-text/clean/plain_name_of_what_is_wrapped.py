"""The one async method of a name gives what a plain one of the same name gives, of an object that is asked here too."""

import asyncio

from postal import dial


class Office:
    def __init__(self, line):
        self._line = line

    @property
    def line(self):
        return self._line

    async def next_ticket(self) -> str:
        return self.line.next_ticket()


async def open_office():
    return Office(await dial())


async def shown(office):
    print(f"{office._line.next_ticket()}")
    await asyncio.sleep(0)


async def called(office):
    ticket = await office.next_ticket()
    print(ticket)
