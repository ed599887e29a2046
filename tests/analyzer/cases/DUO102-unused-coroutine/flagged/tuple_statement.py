"""Coroutines in an expression statement that is not a call: a tuple, a list, a comparison of none."""

import asyncio


async def beep(times: int) -> None:
    await asyncio.sleep(0)


def alarm() -> None:
    beep(1), beep(2)  # expect: DUO101 | DUO102 | DUO108


def alarm_all(times: list[int]) -> None:
    [beep(count) for count in times]  # expect: DUO101 | DUO102 | DUO108
