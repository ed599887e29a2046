"""What must hold of the file that a killed process leaves, whatever it was doing."""

from __future__ import annotations

import json
from pathlib import Path

from duotone.runtime.events import GENESIS, Event, encoded, link
from duotone.runtime.log import SqliteStore

__all__ = ["assert_acknowledged", "assert_chained", "events_of"]


def events_of(folder: Path) -> list[Event]:
    """Return everything that is in the log of a folder, in order."""
    store = SqliteStore(folder / "log.db")
    try:
        sessions = [row.session for row in store.sessions()]
        return sorted((event for name in sessions for event in store.read(name)), key=lambda event: event.id)
    finally:
        store.close()


def assert_chained(events: list[Event]) -> None:
    """Every event seals the one before it in its session, and none is missing."""
    heads: dict[str, tuple[int, str]] = {}
    for event in events:
        seq, before = heads.get(event.session, (0, GENESIS))
        assert event.seq == seq + 1, event
        place = (event.id, event.session, event.seq, event.kind, event.at, event.run)
        assert event.hash == link(before, place, encoded(event.data)), event
        heads[event.session] = (event.seq, event.hash)


def assert_acknowledged(folder: Path, events: list[Event]) -> None:
    """Everything that a store has acknowledged is there, as it was."""
    path = folder / "acknowledged"
    kept = {(event.id, event.hash) for event in events}
    for line in path.read_text().splitlines() if path.exists() else ():
        number, seal = json.loads(line)
        assert (number, seal) in kept, f"event {number} was acknowledged and is lost"
