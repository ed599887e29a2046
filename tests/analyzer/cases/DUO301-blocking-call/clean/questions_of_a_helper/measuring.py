"""A script that has nothing else to do until its user has answered."""

import asyncio

from asking import confirmed, named, run


async def main() -> None:
    await asyncio.sleep(1)
    if await confirmed("again? "):
        print(named())


if __name__ == "__main__":
    run(main)
