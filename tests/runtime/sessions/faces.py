"""Both faces of the hypervisor behind one way to call them, so that a test is written once."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

from duotone.runtime import AsyncHypervisor, Hypervisor
from duotone.runtime.events import Event
from duotone.runtime.log import AsyncLog, Log, MemoryStore, Store
from duotone.runtime.sessions import Action, Risk, Session
from duotone.testing import FakeClock

ACTIONS = [
    Action("look", Risk.READ),
    Action("draft", Risk.REVERSIBLE),
    Action("pay", Risk.IRREVERSIBLE),
    Action("close", Risk.ADMIN),
]

FACES = ["sync", "async"]


class Faced:
    """A hypervisor of either color; what a call of the async one gives is awaited on one loop."""

    def __init__(self, face: str, runner: asyncio.Runner, store: Store, **options: Any) -> None:
        self.is_async = face == "async"
        self.clock = options.setdefault("clock", FakeClock())
        self.store: Any = store
        self._runner = runner
        kind: Any = AsyncHypervisor if self.is_async else Hypervisor
        self._log: Any = AsyncLog(store) if self.is_async else Log(store)
        self.hypervisor: Any = kind(self._log, **{"actions": ACTIONS, **options})

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.hypervisor, name)
        return found if not callable(found) or isinstance(found, list) else lambda *a, **k: self.run(found(*a, **k))

    def run(self, result: Any) -> Any:
        """Return the result, awaited if it is a coroutine; the sync face never gives one."""
        assert isinstance(result, Coroutine) <= self.is_async
        return self._runner.run(result) if isinstance(result, Coroutine) else result

    def close_all(self) -> None:
        self.close()
        self.run(self._log.close())

    def ready(self, *, trust: float = 0.7, who: str = "bot", **options: Any) -> Session:
        """Make a session in which somebody can act."""
        session: Session = self.create_session(creator="owner", **options)
        self.join_session(session, who, trust=trust)
        self.activate_session(session)
        return session

    def events(self, session: Session | str) -> list[Event]:
        events: list[Event] = self.store.read(session if isinstance(session, str) else session.id)
        return events

    def kinds(self, session: Session | str) -> list[str]:
        return [event.kind for event in self.events(session)]


@contextmanager
def faced(face: str, store: Store | None = None, **options: Any) -> Iterator[Faced]:
    """Have a hypervisor of this face, over a log in memory if none is given."""
    with asyncio.Runner() as runner:
        hypervisor = Faced(face, runner, store or MemoryStore(), **options)
        try:
            yield hypervisor
        finally:
            hypervisor.close_all()
