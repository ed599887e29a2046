"""A class of the project has this private attribute, and what is in it has the project's only method of the name."""

from kitchen import DishKeeper


def printed(kitchen) -> list[str]:
    dishes = kitchen._dish_keeper.list_dishes()  # expect: DUO104
    return [dish.name for dish in dishes]


async def first() -> str:
    dishes = await DishKeeper().list_dishes()
    return dishes[0]
