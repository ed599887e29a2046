"""A type checker was told something else."""

import asyncio


async def save(name: str) -> None:
    await asyncio.sleep(len(name))


def main() -> None:
    save(1)  # type: ignore[arg-type]  # expect: DUO101
    save("a")  # type: ignore  # expect: DUO101
