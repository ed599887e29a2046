"""Async methods press what they wrap, which is plain; all methods of the project with that name wrap something."""

import asyncio


class Probe:
    def __init__(self, widget) -> None:
        self.native = widget.native

    async def redraw(self) -> None:
        await asyncio.sleep(0)


class ButtonProbe(Probe):
    async def press_down(self) -> None:
        self.native.press_down()
        await self.redraw()


class SwitchProbe(Probe):
    async def press_down(self) -> None:
        self.native.press_down()
        await self.redraw()
