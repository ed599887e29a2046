"""Everything up to 3.11: exception groups, starred indexes, positional-only parameters, walrus, decorators."""

import asyncio
from typing import Generic, TypeVarTuple

Ts = TypeVarTuple("Ts")
registry = [lambda function: function]


class Shape(Generic[*Ts]):
    pass


@registry[0]
async def run(first, /, *, second=(third := 3)) -> None:
    try:
        async with (
            asyncio.timeout(1) as limit,
            asyncio.timeout(2),
        ):
            print(limit, f"{first=!r:>{second}}")
    except* ValueError as group:
        print(group)
    except* (KeyError, OSError):
        raise


values = [*range(3), *(number for number in range(third))]
