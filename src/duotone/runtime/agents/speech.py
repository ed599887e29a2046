"""Speech: parts of a reply, shown in their order to listeners of either color while the step that says them goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from duotone.contract.handlers import AsyncHandlers, ErrorPolicy, Handlers
from duotone.runtime.agents.setting import OnText
from duotone.runtime.suppressing import note_all_suppressed

__all__ = ["AsyncSpeech", "Speech"]

_WHERE = "a listener to what an agent says"


def _told(policy: ErrorPolicy) -> ErrorPolicy:
    """Return the policy under which what isn't raised comes back, so that it can be counted by its place."""
    return "raise" if policy == "raise" else "collect"


class Speech:
    """What is said in sync code: shown at once, on the thread that says it."""

    def __init__(self, listeners: Sequence[OnText], errors: ErrorPolicy = "raise") -> None:
        """Show what is said to these; the policy says what becomes of their errors."""
        self._handlers: Handlers[str] = Handlers(errors=_told(errors))
        for listener in listeners:
            self._handlers.add(listener)

    def say(self, text: str) -> None:
        """Say something."""
        if len(self._handlers) and text:
            note_all_suppressed(_WHERE, self._handlers.emit(text).errors)

    def finish(self) -> None:
        """Wait until all that was said is shown, which it is."""


class AsyncSpeech:
    """What is said on a loop: nobody has to await it, and it is shown in its order."""

    def __init__(self, listeners: Sequence[OnText], errors: ErrorPolicy = "raise") -> None:
        """Show what is said to these; the policy says what becomes of their errors."""
        self._handlers: AsyncHandlers[str] = AsyncHandlers(errors=_told(errors))
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
        note_all_suppressed(_WHERE, (await self._handlers.emit(text)).errors)

    async def finish(self) -> None:
        """Wait until all that was said is shown; raises what a listener has raised, if that is the policy."""
        last, self._last = self._last, None
        if last is not None:
            await last
