"""A method or an attribute is asked for its color before it is awaited, whatever its declaration says."""

import asyncio
import inspect
from collections.abc import Callable


class Form:
    def refresh(self, fields: dict[str, str]) -> dict[str, str]:
        return fields


class Report:
    on_done: Callable[[str], None] | None = None

    def __init__(self, form: Form) -> None:
        self.form = form

    async def finish(self, text: str) -> None:
        if self.on_done is not None:
            if inspect.iscoroutinefunction(self.on_done):
                await self.on_done(text)
            else:
                self.on_done(text)

    async def load(self, fields: dict[str, str]) -> dict[str, str]:
        if asyncio.iscoroutinefunction(self.form.refresh):
            return await self.form.refresh(fields)
        return self.form.refresh(fields)
