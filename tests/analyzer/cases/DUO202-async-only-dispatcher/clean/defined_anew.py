"""A function that is defined twice is called by its name: nothing chooses between the two."""

import sys

if sys.argv[1:]:

    async def greet(name: str) -> None:
        print("hello", *sys.argv[1:])

else:

    async def greet(name: str) -> None:
        print("hello", name)


async def main() -> None:
    await greet("all")
