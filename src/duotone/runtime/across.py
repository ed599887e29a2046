"""From one face of the runtime to the other: a function of the other color is run there, on the same log."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from duotone.contract.calls import run
from duotone.contract.handlers import ErrorPolicy
from duotone.contract.offloading import offload
from duotone.contract.workers import Pool
from duotone.runtime.dropping import Notes
from duotone.runtime.log import AsyncLog, Log, Store
from duotone.runtime.parking import Gate
from duotone.runtime.reservations import Reservations

__all__ = ["Counterpart", "Ground", "async_engine", "run_in_async_face", "run_in_sync_face", "share", "sync_engine"]


class _Logged(Protocol):
    @property
    def store(self) -> Store: ...


class Ground(Protocol):
    """What the engines of both faces have in common."""

    @property
    def log(self) -> _Logged:
        """The log in the color of the face."""
        ...

    units: dict[str, Callable[..., Any]]
    owner: str
    live: dict[str, Any]
    turns: dict[str, Any]
    settings: dict[str, Any]
    roster: dict[str, Any]
    bodies: dict[str, Any]
    notes: Notes
    locks: Reservations
    gate: Gate
    pool: Pool | None
    room: int | None
    watchers: tuple[Callable[..., Any], ...]
    errors: ErrorPolicy
    counterpart: Counterpart

    @property
    def port(self) -> Any:
        """What makes runs durable, in the color of the face."""


class Counterpart:
    """The engine of the other face, made once for all that crosses over: its log has a queue and threads of its own."""

    def __init__(self) -> None:
        """Have none yet."""
        self._mutex = threading.Lock()
        self._engine: Any = None

    def get(self, make: Callable[[], Any]) -> Any:
        """Return the engine, which `make` makes the first time."""
        with self._mutex:
            if self._engine is None:
                self._engine = make()
            return self._engine


def sync_engine(ground: Ground) -> Any:
    """Return the engine of the sync face on the same ground; what that needs is loaded here."""
    from duotone.runtime._sync.embedded import Embedded  # noqa: PLC0415  # the faces know nothing of each other
    from duotone.runtime._sync.engine import Engine  # noqa: PLC0415
    from duotone.runtime.engines.bridged import Relayed  # noqa: PLC0415

    def make() -> Engine:
        engine: Engine = share(ground, Engine(Log(ground.log.store), ground.units, ground.watchers, ground.errors))
        engine.port = Embedded(engine) if ground.port.abilities.runs_here else Relayed(ground.port)
        return engine

    return ground.counterpart.get(make)


def async_engine(ground: Ground) -> Any:
    """Return the engine of the async face on the same ground, for the bridge's loop."""
    from duotone.runtime._async.embedded import AsyncEmbedded  # noqa: PLC0415  # as above
    from duotone.runtime._async.engine import AsyncEngine  # noqa: PLC0415

    def make() -> AsyncEngine:
        engine: AsyncEngine = share(
            ground, AsyncEngine(AsyncLog(ground.log.store), ground.units, ground.watchers, ground.errors)
        )
        engine.port = AsyncEmbedded(engine) if ground.port.abilities.runs_here else ground.port.port
        return engine

    return ground.counterpart.get(make)


async def run_in_sync_face(ground: Ground, function: Callable[..., Any], given: tuple[Any, ...], **how: Any) -> Any:
    """Run a sync function as a saga on a worker, whose steps are taken with the sync face."""
    from duotone.runtime._sync.functions import Functions  # noqa: PLC0415  # as above

    functions = Functions(sync_engine(ground))
    return await offload(partial(functions.drive, function, *given, **how), pool=ground.pool)


def run_in_async_face(ground: Ground, function: Callable[..., Any], given: tuple[Any, ...], **how: Any) -> Any:
    """Run an async function as a saga on the bridge's loop, whose steps are taken with the async face."""
    from duotone.runtime._async.functions import AsyncFunctions  # noqa: PLC0415  # as above

    return run(partial(AsyncFunctions(async_engine(ground)).drive, function, *given, **how))


def share(ground: Ground, engine: Any) -> Any:
    """Let an engine of the other face be the same somebody, who drives the same runs."""
    engine.owner, engine.live, engine.pool, engine.room = ground.owner, ground.live, ground.pool, ground.room
    engine.notes, engine.turns, engine.settings = ground.notes, ground.turns, ground.settings
    engine.roster, engine.bodies = ground.roster, ground.bodies
    engine.locks, engine.gate = ground.locks, ground.gate
    return engine
