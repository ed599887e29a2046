"""Runs that a request begins: they go on after it, and it is answered once they are in the log."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from typing import Any
from uuid import uuid4

from duotone.errors import ConversationBusy, NoSuchRun, RunTaken
from duotone.runtime import AsyncConversation, AsyncRuntime, RunRow, Status
from duotone.server.ground import Ground
from duotone.server.schemas.runs import RunBody
from duotone.server.tenancy import tenant_of
from duotone.server.turnstile import wait_outside

__all__ = ["begun", "gone_on", "new_run", "shown", "waited"]

_LOOK = 0.5
"""Seconds after which is looked again, whatever was heard."""
_BEGINNING = 5.0
"""Seconds within which a run is in the log that the same request has begun elsewhere."""


def new_run(name: str) -> str:
    """Return what a run may be called; no other has this name, and nobody guesses it."""
    return f"{name}-{uuid4().hex}"


async def begun(
    ground: Ground,
    run: str,
    work: Coroutine[Any, Any, Any],
    *,
    fence: int = -1,
    conversation: AsyncConversation | None = None,
) -> RunRow:
    """Let a run go on in the background, and return its row as soon as it has one, or another than under `fence`.

    `conversation` is the one of which it is a turn. Raises what the work raises if it ends before that, unless the same
    request was sent twice at once, and the other one, here or on another server, is what begins the run.
    """
    log = ground.runtime.log
    task = ground.keep(work, f"run {run}", conversation, tenant=tenant_of(run))
    last = await log.wait(0, 0)
    deadline = time.monotonic() + _BEGINNING
    while True:
        has_ended = task.done()
        row = await log.run(run)
        if row is not None and (_goes_on(row, fence) or has_ended):
            return row
        if has_ended and not (_begins_elsewhere(task, run) and time.monotonic() < deadline):
            task.result()
            raise NoSuchRun(run)
        news = asyncio.ensure_future(log.wait(last, _LOOK))
        try:
            await asyncio.wait({news} if has_ended else {task, news}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            last = news.result() if news.done() and not news.cancelled() else last
            news.cancel()


def _goes_on(row: RunRow, fence: int) -> bool:
    """Tell whether somebody drives a run under another fence; one that was claimed still waits until it goes on."""
    return row.fence != fence and (fence < 0 or row.status != Status.WAITING)


def _begins_elsewhere(task: asyncio.Task[Any], run: str) -> bool:
    """Tell whether a run was not begun here since somebody else is about to."""
    error = None if task.cancelled() else task.exception()
    # A turn that is just about to begin has no name yet.
    return isinstance(error, RunTaken | ConversationBusy) and error.run in {run, ""}


async def gone_on(ground: Ground, conversation: AsyncConversation) -> RunRow:
    """Go on with the last turn of a conversation in the background; returns its row as soon as somebody drives it."""
    run = conversation.last.run
    row = await ground.runtime.log.run(run)
    work = ground.turns.go_on(conversation)
    return await begun(ground, run, work, fence=-1 if row is None else row.fence, conversation=conversation)


async def shown(runtime: AsyncRuntime, row: RunRow) -> RunBody:
    """Return how a run stands, as it is sent."""
    found = await runtime.log.run(row.run)
    return RunBody.about(found or row, await runtime.get_run(row.run))


async def waited(ground: Ground, row: RunRow, seconds: float) -> RunRow:
    """Return the row of a run once it has ended or waits for a person, or the time is up."""
    log, deadline = ground.runtime.log, time.monotonic() + min(seconds, ground.settings.wait_seconds)
    last = await log.wait(0, 0)
    while True:
        row = await log.run(row.run) or row
        left = deadline - time.monotonic()
        if left <= 0 or ground.is_draining or Status(row.status).is_final or row.status == Status.WAITING:
            return row
        wait_outside()
        last = await log.wait(last, min(left, _LOOK * 4))
