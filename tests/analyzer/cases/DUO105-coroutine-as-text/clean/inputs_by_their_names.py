"""A function within another calls a method of what that one is given, and others call what no class has: it is no lamp."""

import asyncio

from board import effect


class Lamp:
    async def update_color(self) -> str:
        await asyncio.sleep(0)
        return "red"


async def show(lamp: Lamp) -> None:
    print(await lamp.update_color())


def server(inputs, session) -> None:
    @effect
    def _() -> None:
        session.write(f"{inputs.press_button()} times")

    @effect
    def _() -> None:
        session.write(f"{inputs.update_color()} times")
