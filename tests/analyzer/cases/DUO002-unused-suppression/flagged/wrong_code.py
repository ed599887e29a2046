"""A comment names another rule than the one that finds something: both are reported."""

import asyncio


async def save(name: str) -> None:
    await asyncio.sleep(0)


def close(name: str) -> None:
    save(name)  # noqa: DUO501  # expect: DUO101, DUO002
    save(name)  # duotone: allow dropped-task -- wrong name  # expect: DUO101, DUO002
