"""What an agent is told of its commands: of one that has ended, of one that goes on, and of all of them."""

from __future__ import annotations

import signal
from collections.abc import Mapping, Sequence
from typing import Any

from duotone.errors import BadInput, NoSuchProcess
from duotone.runtime.events import Json
from duotone.runtime.processes import Finished, Output, ProcessInfo, ProcessState
from duotone.runtime.tools.context import ToolContext

__all__ = ["ended", "listed", "named", "own", "sessions_of", "shown", "started", "wishes"]


def wishes(context: ToolContext, notify: bool, watch: Sequence[str] | None) -> dict[str, Any]:  # noqa: FBT001
    """Return what a process in the background is given besides its command."""
    asked = {"notify": notify, "watch": [text for text in watch or () if text]}
    return {"session": context.session, "run": context.run or None, **asked}


def started(info: ProcessInfo, notify: bool, watch: Sequence[str] | None) -> Mapping[str, Json]:  # noqa: FBT001
    """Return what an agent is told of a process that runs: each wish is on only if it was promised."""
    told: dict[str, Json] = {"process": info.id, "state": info.state.value, "pid": info.pid}
    if notify:
        told["notify_on_complete"] = info.promise is not None
    if watch:
        told["watch_patterns"] = [] if info.watch is None else list(watch)
    if info.note is not None:
        told["note"] = f"it runs, but you will not be told of it: {info.note}"
    return told


def ended(done: Finished) -> Mapping[str, Json]:
    """Return what an agent is told of a command that has ended."""
    told: dict[str, Json] = {"code": done.code, "output": done.output}
    if done.code is not None and done.code < 0:
        told["signal"] = signal.Signals(-done.code).name
    notes = [*_why(done), *_left(done)]
    return {**told, "note": "; ".join(notes)} if notes else told


def _why(done: Finished) -> list[str]:
    if done.is_timeout:
        return ["its time was up, so it was ended: give it a longer timeout, or run it with background=true"]
    if done.state is not ProcessState.ENDED:
        return [f"it is {done.state.value}: {done.reason}"]
    return [] if done.reason is None else [f"it did not end by itself: {done.reason}"]


def _left(done: Finished) -> list[str]:
    if not done.left:
        return []
    return [f"{done.left} of its processes went on and were ended with it: run what is to go on with background=true"]


def named(process: str | None) -> str:
    """Return the name of a process, which all actions but one need."""
    if not process:
        raise BadInput("process", "is missing; action='list' shows the names of all")
    return process


def sessions_of(context: ToolContext) -> list[str]:
    """Return the sessions whose processes an agent may see: its own, and those it was forked from."""
    return [context.session, *context.origins]


def own(context: ToolContext, info: ProcessInfo) -> ProcessInfo:
    """Return a process of the session that asks; those of others are none of its business."""
    if info.session not in sessions_of(context):
        raise NoSuchProcess(info.id)
    return info


def listed(infos: list[ProcessInfo]) -> Mapping[str, Json]:
    """Return what an agent is told of all its processes."""
    return {"processes": [_standing(info) for info in infos]}


def _standing(info: ProcessInfo) -> dict[str, Json]:
    told: dict[str, Json] = {"process": info.id, "command": info.command, "state": info.state.value}
    if info.state.is_over:
        told["code"] = info.code
    if info.reason is not None:
        told["reason"] = info.reason
    if info.state is ProcessState.STOPPING:
        told["note"] = "it was told to end and has not ended yet: wait for it, or kill it again"
    return told


def shown(process: str, answer: ProcessInfo | Output | None, tail: Output | None) -> Mapping[str, Json]:
    """Return what an agent is told of what it did with a process."""
    if isinstance(answer, ProcessInfo):
        assert tail is not None
        return {**_standing(answer), "output": tail.text, "bytes": tail.total}
    if isinstance(answer, Output):
        shown: dict[str, Json] = {"output": answer.text, "start": answer.start, "end": answer.end}
        missing: dict[str, Json] = {"missing": answer.missing} if answer.missing else {}
        return {"process": process, **shown, "bytes": answer.total, **missing}
    return {"process": process, "done": True}
