"""What a library keeps in a private attribute is its own, and so are the methods of that."""

from kitchen import OwnKitchen


def printed(kitchen) -> list[str]:
    dishes = kitchen._dish_keeper.list_dishes()
    return [dish.name for dish in dishes]


async def first() -> str:
    dishes = await OwnKitchen().list_dishes()
    return dishes[0]
