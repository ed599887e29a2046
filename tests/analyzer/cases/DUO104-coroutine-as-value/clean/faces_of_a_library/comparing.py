"""Takes objects of either class, the plain one in the second place."""

from stone_ovens import Loaf

from bakery import AsyncLoaf


def plain_loaf() -> Loaf:
    return Loaf(flour="rye")


async def is_as_heavy(mine, other):
    return await mine.weighed_in_grams() == other.weighed_in_grams()


async def main(loaf: AsyncLoaf) -> None:
    print(await is_as_heavy(loaf, plain_loaf()))
