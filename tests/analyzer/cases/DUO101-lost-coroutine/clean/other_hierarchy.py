"""The same method name is sync in the hierarchy that is called, and async in another."""

from __future__ import annotations

import asyncio
from typing import Any


class Scene:
    async def render(self) -> None:
        await asyncio.sleep(0)


class Template:
    def render(self) -> str:
        return "<html>"


class Page(Template):
    pass


class Report(Page):
    def write(self) -> None:
        self.render()
        super().render()


def show(page: Page, anything: Any, unknown) -> None:
    page.render()
    anything.render()
    unknown.render()


class Recorder:
    async def update(self, *args: object) -> None:
        await asyncio.sleep(0)


def merge(settings: dict[str, str], seen: set[str], extra) -> None:
    settings.update(a="b")
    seen.update("abc")
    extra.update("abc")
