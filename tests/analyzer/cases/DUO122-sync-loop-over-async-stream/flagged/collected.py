"""An async generator is given to `list`, `sum`, `sorted`, a comprehension, a star, `zip`."""

import asyncio
from collections.abc import AsyncIterator


async def samples(count: int) -> AsyncIterator[float]:
    for number in range(count):
        await asyncio.sleep(0)
        yield float(number)


def analyze() -> list[object]:
    return [
        list(samples(3)),  # expect: DUO122
        tuple(samples(3)),  # expect: DUO122
        set(samples(3)),  # expect: DUO122
        sum(samples(3)),  # expect: DUO122
        sorted(samples(3)),  # expect: DUO122
        max(samples(3)),  # expect: DUO122
        [value * 2 for value in samples(3)],  # expect: DUO122
        {value: 1 for value in samples(3)},  # expect: DUO122
        [*samples(3)],  # expect: DUO122
    ]


async def analyze_pairs() -> None:
    await asyncio.sleep(0)
    for number, value in enumerate(samples(3)):  # expect: DUO122
        print(number, value)
    for left, right in zip(samples(3), range(3)):  # expect: DUO122
        print(left, right)
    first, *rest = samples(3)  # expect: DUO122
    print(first, rest)
