"""Attributes hold a place until a method puts there what nobody can read, and gives it away."""

import asyncio


class Kitchen:
    def __init__(self, cook):
        self._cook = cook
        self._running = None
        self._washing = 0
        self._oven = None
        self._order = None

    def start(self, dish):
        self._running = asyncio.ensure_future(self._cook(dish))
        return self._running

    def wash(self):
        self._washing = asyncio.ensure_future(self._cook("water"))
        return self._washing

    def heat(self):
        self._oven, _ = self._cook("oven")
        return self._oven

    def order(self):
        return self._order


class Canteen(Kitchen):
    pass


def take(kitchen: Kitchen, order):
    kitchen._order = order


async def serve(cook):
    kitchen = Canteen(cook)
    await kitchen.start("soup")
    await kitchen.wash()
    await kitchen.heat()
    await kitchen.order()
