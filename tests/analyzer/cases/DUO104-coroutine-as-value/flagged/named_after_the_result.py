"""What nobody awaits is kept under the name of what the function gives, and handed on as if it were that."""

import asyncio

import bakery


async def fetch_daily_recipe(day: int) -> str:
    await asyncio.sleep(day)
    return "rye"


class Counter(bakery.Window):
    async def _render_menu(self, day: int) -> str:
        await asyncio.sleep(day)
        return "menu"

    async def open(self) -> None:
        menu = self._render_menu(1)  # expect: DUO104
        self.show(menu)

    async def reopen(self) -> None:
        evening_menu = self._render_menu(2)  # expect: DUO104
        self.show(evening_menu)


async def plan(oven: bakery.Oven) -> None:
    recipe = fetch_daily_recipe(1)  # expect: DUO104
    oven.recipe = recipe


async def note(day) -> None:
    daily_recipe = fetch_daily_recipe(2)  # expect: DUO104
    day["recipe"] = daily_recipe


async def load_oven(number: int) -> bakery.Oven:
    await asyncio.sleep(number)
    return bakery.Oven(number)


async def set_up(hall: bakery.Hall) -> None:
    hall.oven = load_oven(1)  # expect: DUO104
