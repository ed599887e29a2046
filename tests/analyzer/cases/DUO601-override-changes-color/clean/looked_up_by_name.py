"""Handlers are looked up by names that are put together, and whoever calls them takes either color."""

import asyncio
import inspect


class Widget:
    async def dispatch(self, event: str) -> None:
        for kind in type(self).__mro__:
            handler = kind.__dict__.get("_on_" + event)
            if handler is not None:
                result = handler(self)
                if inspect.isawaitable(result):
                    await result

    async def run(self, action: str) -> None:
        result = getattr(self, f"action_{action}")()
        if inspect.isawaitable(result):
            await result

    async def _on_click(self) -> None:
        await asyncio.sleep(0)

    def _on_mount(self) -> None:
        pass

    async def action_toggle(self) -> None:
        await asyncio.sleep(0)


class Button(Widget):
    def _on_click(self) -> None:
        self.is_pressed = True

    async def _on_mount(self) -> None:
        await asyncio.sleep(0)

    def action_toggle(self) -> None:
        self.is_pressed = not self.is_pressed


async def main() -> None:
    button = Button()
    await button.dispatch("click")
    await button.run("toggle")
