"""Stores of all kinds, and both faces behind one way to call them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from duotone import run
from duotone.runtime.events import Append, Draft, Event, Expected
from duotone.runtime.log import AsyncLog, Log, MemoryStore, SqliteStore, Store
from duotone.runtime.log.postgres import PostgresStore
from tests.postgresql import PostgresServer


class Clock:
    """A clock that stands where it is put."""

    def __init__(self, now: float = 1_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class Face:
    """A log of either face: `face.read(...)` calls the method and returns its result."""

    def __init__(self, log: Log | AsyncLog) -> None:
        self.log = log

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.log, name)

        def call(*args: Any, **kwargs: Any) -> Any:
            return run(method, *args, **kwargs)

        return call

    def add(self, session: str, *kinds: str, **more: Any) -> list[Event]:
        events: list[Event] = self.append(appending(session, *kinds, **more))
        return events


def appending(
    session: str,
    *kinds: str,
    run: str | None = None,
    seq: int | None = None,
    fence: int | None = None,
    **data: Any,
) -> Append:
    """Drafts of these kinds, all with the same data."""
    expected = None if fence is None else Expected(run or "", fence)
    return Append(session, [Draft(kind, data, run) for kind in kinds], seq, expected)


def settled(store: Store, appends: Sequence[Append]) -> list[list[Event] | Exception]:
    """Commit appends together, and return what became of each."""
    outcomes: list[list[Event] | Exception] = []
    store.commit(appends, outcomes)
    return outcomes


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def make_store(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Callable[[], Store]:
    def make() -> Store:
        match request.param:
            case "memory":
                return MemoryStore(clock=clock)
            case "sqlite":
                return SqliteStore(tmp_path / "log.db", durability="normal", clock=clock)
            case _:
                server: PostgresServer = request.getfixturevalue("postgres")
                return PostgresStore(server.emptied(), durability="normal", clock=clock)

    return make


@pytest.fixture
def store(make_store: Callable[[], Store]) -> Iterator[Store]:
    made = make_store()
    yield made
    made.close()


@pytest.fixture(params=[Log, AsyncLog])
def face(request: pytest.FixtureRequest, store: Store) -> Iterator[Face]:
    made = Face(request.param(store))
    yield made
    made.close()
