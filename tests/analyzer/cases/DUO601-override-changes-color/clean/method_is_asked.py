"""Whoever calls the hooks asks the method for its color first."""

import asyncio
import inspect
from collections.abc import Callable


class Widget:
    def update(self, fields: dict[str, str]) -> dict[str, str]:
        return fields

    def close(self) -> None:
        print("closed")

    async def reset(self) -> None:
        await asyncio.sleep(0)

    def is_shown(self) -> bool:
        return True


class Remote(Widget):
    async def update(self, fields: dict[str, str]) -> dict[str, str]:
        await asyncio.sleep(0)
        return fields

    async def close(self) -> None:
        await asyncio.sleep(0)

    def reset(self) -> None:
        print("reset")

    async def is_shown(self) -> bool:
        await asyncio.sleep(0)
        return False


async def refreshed(widget: Widget, fields: dict[str, str]) -> dict[str, str]:
    if inspect.iscoroutinefunction(widget.update):
        return await widget.update(fields)
    return await asyncio.to_thread(widget.update, fields)


async def ended(widget: Widget) -> None:
    close = getattr(widget, "close")
    if inspect.iscoroutinefunction(close):
        await close()
    else:
        close()
    reset = widget.reset
    if inspect.iscoroutinefunction(reset):
        await reset()
    else:
        reset()


async def shown(widget: Widget) -> bool:
    is_shown: Callable[..., bool] = widget.is_shown
    if not inspect.iscoroutinefunction(is_shown):
        return is_shown()
    return await is_shown()
