"""A class takes what its `__new__` is declared to take, if it has no `__init__`."""

import asyncio
import contextlib
import datetime
import decimal


async def price() -> str:
    await asyncio.sleep(0)
    return "1.5"


async def seconds() -> float:
    await asyncio.sleep(0)
    return 1.5


class Connection:
    def close(self) -> None:
        pass


async def connect() -> Connection:
    await asyncio.sleep(0)
    return Connection()


class Amount:
    def __new__(cls, text: str) -> "Amount":
        return super().__new__(cls)


async def values() -> None:
    print(decimal.Decimal(price()))  # expect: DUO106
    print(datetime.timedelta(seconds=seconds()))  # expect: DUO106
    print(datetime.timedelta(seconds()))  # expect: DUO106
    print(Amount(price()))  # expect: DUO106


async def closed() -> None:
    # A coroutine has a `close` too, which makes it end before it began.
    with contextlib.closing(connect()) as connection:  # expect: DUO106
        print(connection)


async def answer(waiting: asyncio.Future) -> None:
    waiting.set_result(price())  # expect: DUO106
