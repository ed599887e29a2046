"""From one face to the other with a whole turn: a sync agent's on one thread, an async agent's on the bridge's loop."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import time
from typing import Any

from duotone.contract.awaitables import finish
from duotone.contract.calls import run
from duotone.contract.offloading import offload
from duotone.errors import LogClosed
from duotone.runtime.across import Ground, async_engine, sync_engine
from duotone.runtime.agents.handles import Handle
from duotone.runtime.agents.homes import Home
from duotone.runtime.agents.setting import Setting
from duotone.runtime.conversation.states import TurnResult
from duotone.runtime.events import Draft
from duotone.runtime.shielding import shielded

__all__ = ["turn_in_async_face", "turn_in_sync_face"]

_LOOK = 0.5
"""Seconds after which is looked whether another process has taken the turn over."""


async def turn_in_sync_face(
    ground: Ground, setting: Setting, handle: Handle, home: Home, interrupts: Any
) -> TurnResult | None:
    """Take a turn on the thread that is the home of its agent, and leave it there if somebody takes it over."""
    loop = asyncio.get_running_loop()
    taken = loop.create_future()
    handle.when_taken(lambda: loop.call_soon_threadsafe(finish, taken))
    work = loop.create_task(offload(_take_turn, ground, setting, handle, pool=home.worker()))
    try:
        while not work.done() and not taken.done():
            await asyncio.wait({work, taken}, timeout=_pause(setting, handle), return_when=asyncio.FIRST_COMPLETED)
            if work.done() or taken.done():
                break
            if await _is_taken(ground, handle):
                handle.take()
            elif _is_overdue(setting, handle):
                await interrupts.break_off(Draft("signal.overdue", {}, handle.run))
    except asyncio.CancelledError:
        await shielded(_give_up, work, handle, home, interrupts)
        raise
    except LogClosed:  # nobody can know whose turn it is
        await _leave(work, handle, home)
        raise
    if work.done():
        return work.result()
    await _leave(work, handle, home)
    await _read_on(ground, setting)
    turn = setting.history.turn
    return None if turn is None else turn.result()


def _take_turn(ground: Ground, setting: Setting, handle: Handle) -> TurnResult | None:
    """Take a turn on this thread; what that needs is loaded here, since a loop would stand still meanwhile."""
    from duotone.runtime._sync.turning import Turning  # noqa: PLC0415  # the faces know nothing of each other

    return Turning(sync_engine(ground), setting, handle).run()


def turn_in_async_face(
    ground: Ground,
    setting: Setting,
    handle: Handle,
    home: Home,  # noqa: ARG001  # of threads, which the bridge's loop isn't
    interrupts: Any,  # noqa: ARG001  # as above
) -> TurnResult | None:
    """Take a turn on the bridge's loop."""
    from duotone.runtime._async.turning import AsyncTurning  # noqa: PLC0415  # as above

    return run(AsyncTurning(async_engine(ground), setting, handle).run)


def _is_overdue(setting: Setting, handle: Handle) -> bool:
    """Tell whether the time of a turn is over, which its thread can't notice in the middle of a step."""
    seconds = setting.limits.seconds
    return seconds is not None and handle.run is not None and time() >= handle.since + seconds


def _pause(setting: Setting, handle: Handle) -> float:
    """Return for how long there is nothing to look at."""
    seconds = setting.limits.seconds
    left = _LOOK if seconds is None or handle.run is None else handle.since + seconds - time()
    return max(0.001, min(_LOOK, left))


async def _is_taken(ground: Ground, handle: Handle) -> bool:
    """Tell whether another process drives the turn, or has let it stand still."""
    if handle.run is None:
        return False
    row = await offload(ground.log.store.run, handle.run)
    return row is not None and row.fence != handle.fence


async def _give_up(work: asyncio.Task[Any], handle: Handle, home: Home, interrupts: Any) -> None:
    """Write down that the caller was cancelled, and leave the thread behind if it is at work."""
    said = {"by": "caller", "reason": "CancelledError"}
    if not handle.wish("signal.interrupt", said) and handle.run is not None:
        with suppress(LogClosed):  # whoever opens the log again finds the turn as it was
            await interrupts.break_off(Draft("signal.interrupt", said, handle.run))
    await _leave(work, handle, home)


async def _leave(work: asyncio.Task[Any], handle: Handle, home: Home) -> None:
    handle.take()
    work.cancel()
    await asyncio.wait({work})
    if not work.cancelled():
        work.exception()  # of a turn that is somebody else's, or of a log that is closed: nobody waits for it
    home.leave()


async def _read_on(ground: Ground, setting: Setting) -> None:
    history = setting.history
    history.take_in(await offload(ground.log.store.read, setting.session, after=history.seq))
