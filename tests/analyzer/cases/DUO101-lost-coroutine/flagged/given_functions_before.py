"""What a function returns for others is the same, whoever gave it a function, a class or a coroutine before."""

import asyncio


class Kiln:
    async def fire(self) -> None:
        await asyncio.sleep(1)


async def report(kiln: Kiln | None = None) -> None:
    await asyncio.sleep(0)
    print(kiln)


def build(callback, size):
    print("a kiln of", size, callback)
    return Kiln()


def build_with_report() -> None:
    build(report, 3).fire()  # expect: DUO101


def build_alone() -> None:
    build(None, 3).fire()  # expect: DUO101


async def build_of_a_kind() -> None:
    build(Kiln, 3).fire()  # expect: DUO101
    build("gas", 3).fire()  # expect: DUO101
