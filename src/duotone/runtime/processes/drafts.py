"""The events of a process, one function for each, and how a process stands after them."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from duotone.runtime.events import Draft, Event, Json
from duotone.runtime.processes.records import ProcessInfo, ProcessState

__all__ = [
    "after",
    "process_abandoned",
    "process_adopted",
    "process_asked",
    "process_ended",
    "process_lost",
    "process_matched",
    "process_not_started",
    "process_started",
    "process_stopping",
    "standing",
]


def process_asked(info: ProcessInfo, variables: Sequence[str]) -> Draft:
    """Be about to start it; who finds nothing after this looks into its directory."""
    data: dict[str, Json] = {"command": info.command, "cwd": info.cwd, "log": info.log, "owner": info.owner}
    told: dict[str, Json] = {"promise": info.promise, "watch": info.watch, "note": info.note}
    return _draft("asked", info.id, **data, variables=list(variables), **told)


def process_started(info: ProcessInfo, pid: int | None, since: str | None) -> Draft:
    """Have it running."""
    known: dict[str, Json] = {"pid": pid, "since": since, "started": time.time()}
    return _draft("started", info.id, **known, command=info.command, log=info.log)


def process_adopted(process: str, owner: str) -> Draft:
    """Watch it in the place of a host that is gone."""
    return _draft("adopted", process, owner=owner)


def process_stopping(process: str, by: str) -> Draft:
    """Have told it to end."""
    return _draft("stopping", process, by=by)


def process_matched(
    process: str, lines: Sequence[str], held_back: int, scanned: int, then: Mapping[str, Json] | None
) -> Draft:
    """Have found what is looked for in its output; `then` is promised instead, where that was too often."""
    found: dict[str, Json] = {"lines": list(lines), "held_back": held_back}
    return _draft("matched", process, **found, scanned=scanned, then=then)


def process_ended(process: str, code: int | None, reason: str | None = None, left: int = 0) -> Draft:
    """Know how it ended, and how many processes it left behind, which were ended with it."""
    return _draft("ended", process, code=code, reason=reason, left=left)


def process_not_started(process: str, reason: str) -> Draft:
    """Know that nothing of it ever ran."""
    return process_ended(process, None, f"not started: {reason}")


def process_lost(process: str, reason: str) -> Draft:
    """Know that it is gone, and not how it ended."""
    return _draft("ended", process, lost=reason)


def process_abandoned(process: str, pids: Sequence[int]) -> Draft:
    """Wait no longer for what can't be ended."""
    return _draft("abandoned", process, pids=list(pids))


def _draft(verb: str, process: str, **data: Json) -> Draft:
    return Draft(f"process.{verb}", {**data, "process": process})


def standing(process: str, session: str, events: Iterable[Event]) -> ProcessInfo | None:
    """Return how a process stands after the events of its session, or None if they don't speak of it."""
    info: ProcessInfo | None = None
    for event in events:
        if event.data.get("process") != process:
            continue
        if event.kind == "process.asked":
            info = _asked(session, event.data)
        elif info is not None:
            info = after(info, event.kind, event.data, event.at)
    return info


def _asked(session: str, data: Mapping[str, Any]) -> ProcessInfo:
    told: dict[str, Any] = {name: data[name] for name in ("command", "cwd", "log", "owner", "promise", "watch", "note")}
    return ProcessInfo(data["process"], session, **told)


def after(info: ProcessInfo, kind: str, data: Mapping[str, Any], at: float) -> ProcessInfo:
    """Return how a process stands once an event has followed."""
    match kind:
        case "process.started":
            return _changed(info, ProcessState.RUNNING, data, "pid", "since", "started")
        case "process.adopted":
            return replace(info, owner=data["owner"])
        case "process.stopping":
            return replace(info, state=ProcessState.STOPPING)
        case "process.matched":
            promise = data["then"] or info.promise
            return replace(info, scanned=data["scanned"], matches=info.matches + 1, promise=promise)
        case "process.abandoned" | "process.ended":
            return replace(_over(info, data), ended=at)
        case _:
            return info


def _over(info: ProcessInfo, data: Mapping[str, Any]) -> ProcessInfo:
    if "pids" in data:
        return replace(info, state=ProcessState.ABANDONED, reason="could not be ended")
    if "lost" in data:
        return replace(info, state=ProcessState.LOST, reason=data["lost"])
    return _changed(info, ProcessState.ENDED, data, "code", "reason", "left")


def _changed(info: ProcessInfo, state: ProcessState, data: Mapping[str, Any], *names: str) -> ProcessInfo:
    changes: dict[str, Any] = {name: data[name] for name in names}
    return replace(info, state=state, **changes)
