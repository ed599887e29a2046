"""Takes two objects that only the project has."""

from bakery import Loaf


async def is_as_heavy(mine, other):
    return await mine.weighed_in_grams() == other.weighed_in_grams()  # expect: DUO104


async def main(loaf: Loaf) -> None:
    print(await is_as_heavy(loaf, loaf))
