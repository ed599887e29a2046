"""A program at a terminal asks its user, and has nothing else to do until there is an answer."""

import asyncio
from getpass import getpass


def ask() -> str:
    return input("> ")


async def answer(text: str) -> str:
    await asyncio.sleep(0)
    return text.upper()


async def main() -> None:
    password = getpass()
    while password and (text := input("> ")) != "exit":
        print(await answer(text))
    print(await answer(ask()))


if __name__ == "__main__":
    asyncio.run(main())
