"""What must hold of the file that a killed process leaves, whatever it was doing."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from duotone.runtime.events import Event
from duotone.runtime.log import SqliteStore
from duotone.runtime.log.verify import verify

__all__ = [
    "assert_acknowledged",
    "assert_effects_match",
    "assert_every_call_has_an_end",
    "assert_nothing_committed_ran_again",
    "assert_whole",
    "events_of",
]


def events_of(folder: Path) -> list[Event]:
    """Return everything that is in the log of a folder, in order."""
    store = SqliteStore(folder / "log.db")
    try:
        sessions = [row.session for row in store.sessions()]
        return sorted((event for name in sessions for event in store.read(name)), key=lambda event: event.id)
    finally:
        store.close()


def assert_whole(folder: Path) -> None:
    """The file verifies as the processes have left it, before anybody opens it to write; if anything is in it."""
    if (folder / "acknowledged").exists():
        assert verify(folder / "log.db") == []


def assert_acknowledged(folder: Path, events: list[Event]) -> None:
    """Everything that a store has acknowledged is there, as it was."""
    path = folder / "acknowledged"
    kept = {(event.id, event.hash) for event in events}
    for line in path.read_text().splitlines() if path.exists() else ():
        number, seal = json.loads(line)
        assert (number, seal) in kept, f"event {number} was acknowledged and is lost"


def outcomes(events: list[Event], kind: str) -> Counter[tuple[str, str]]:
    """Return how often each step ended how."""
    ended = [event for event in events if event.kind == f"{kind}.ended"]
    return Counter((str(event.data["step"]), str(event.data["outcome"])) for event in ended)


def starts(events: list[Event], kind: str) -> Counter[str]:
    return Counter(str(event.data["step"]) for event in events if event.kind == f"{kind}.started")


def assert_every_call_has_an_end(events: list[Event]) -> None:
    for kind in ("step", "undo"):
        ends = Counter(step for step, _ in outcomes(events, kind).elements())
        assert ends == starts(events, kind)


def assert_nothing_committed_ran_again(events: list[Event]) -> None:
    committed: set[object] = set()
    for event in events:
        step = event.data.get("step")
        assert not (event.kind == "step.started" and step in committed), f"{step} ran again"
        is_ok = event.data.get("outcome") == "ok" or event.data.get("decision") == "committed"
        if event.kind in {"step.ended", "step.decided"} and is_ok:
            committed.add(step)


def assert_effects_match(events: list[Event], effects: Counter[str], names: Mapping[str, str]) -> None:
    """A call that the log knows nothing of has never been made, and one more than once only where nobody knew."""
    for step, times in starts(events, "step").items():
        assert effects[names.get(step, step)] <= times
    for step, times in starts(events, "undo").items():
        assert effects[f"undo {names.get(step, step)}"] <= times
        doubtful = outcomes(events, "undo")[step, "unknown"]
        assert outcomes(events, "undo")[step, "ok"] == 1
        assert times == doubtful + 1
