"""The one async method of a name wraps a plain one of something else than what is asked for it here."""

from postal import dial


class Office:
    def __init__(self, line):
        self._line = line

    async def next_ticket(self) -> str:
        return self._line.next_ticket()


async def open_office():
    return Office(await dial())


async def shown(office):
    print(f"{office.next_ticket()}")  # expect: DUO105


async def called(office):
    ticket = await office.next_ticket()
    print(ticket)
