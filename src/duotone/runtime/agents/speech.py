"""Speech: parts of a reply, shown in their order to listeners of either color while the step that says them goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from duotone.contract.handlers import AsyncHandlers, ErrorPolicy, Handlers
from duotone.runtime.agents.setting import OnText

__all__ = ["AsyncSpeech", "Speech"]


class Speech:
    """What is said in sync code: shown at once, on the thread that says it."""

    def __init__(self, listeners: Sequence[OnText], errors: ErrorPolicy = "raise") -> None:
        """Show what is said to these; the policy says what becomes of their errors."""
        self._handlers: Handlers[str] = Handlers(errors=errors)
        for listener in listeners:
            self._handlers.add(listener)

    def say(self, text: str) -> None:
        """Say something."""
        if len(self._handlers) and text:
            self._handlers.emit(text)

    def finish(self) -> None:
        """Wait until all that was said is shown, which it is."""


class AsyncSpeech:
    """What is said on a loop: nobody has to await it, and it is shown in its order."""

    def __init__(self, listeners: Sequence[OnText], errors: ErrorPolicy = "raise") -> None:
        """Show what is said to these; the policy says what becomes of their errors."""
        self._handlers: AsyncHandlers[str] = AsyncHandlers(errors=errors)
        self._last: asyncio.Task[None] | None = None
        for listener in listeners:
            self._handlers.add(listener)

    def say(self, text: str) -> None:
        """Say something."""
        if len(self._handlers) and text:
            self._last = asyncio.get_running_loop().create_task(self._show(self._last, text))

    async def _show(self, before: asyncio.Task[None] | None, text: str) -> None:
        if before is not None:
            await before
        await self._handlers.emit(text)

    async def finish(self) -> None:
        """Wait until all that was said is shown; raises what a listener has raised, if that is the policy."""
        last, self._last = self._last, None
        if last is not None:
            await last
