"""The project itself awaits what it has given away, and nobody asks for private methods."""

import wirelibrary


class Connection:
    def __init__(self) -> None:
        self.open: set[str] = set()

    async def cancel(self, session: str) -> None:  # expect: DUO201
        self.open.discard(session)

    async def _forget(self) -> None:  # expect: DUO201
        self.open.clear()


async def serve() -> None:
    connection = Connection()
    wirelibrary.route(connection)
    await wirelibrary.served()
    await connection.cancel("a")
    await connection._forget()


class Counter:
    def __init__(self) -> None:
        self.count = 0

    async def add(self, number: int) -> None:  # expect: DUO201
        self.count += number


async def counted(numbers: list[int]) -> int:
    counter = Counter()
    for number in numbers:
        await counter.add(number)
    await wirelibrary.served()
    return counter.count
