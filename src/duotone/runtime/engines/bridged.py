"""An engine as sync code sees it: it lives on the bridge's loop, and whoever asks waits there."""

from __future__ import annotations

from typing import Any, cast

from duotone.contract import calls
from duotone.runtime.across import Ground, share
from duotone.runtime.engines.jobs import BodyJob, TurnJob, WorkflowJob
from duotone.runtime.engines.port import AsyncBodyPort, AsyncEnginePort, AsyncTurnPort, DurableEngine, EngineAbilities
from duotone.runtime.events import Draft
from duotone.runtime.log import AsyncLog, RunRow
from duotone.runtime.outcomes import RunResult

__all__ = ["Bridged", "Relayed", "bridged"]


class Relayed:
    """The port of an engine of the async face, for sync code that runs beside it."""

    def __init__(self, port: AsyncEnginePort) -> None:
        """Ask this one, wherever it lives."""
        self.port = port

    @property
    def abilities(self) -> EngineAbilities:
        """What the engine can do."""
        return self.port.abilities

    @property
    def owner(self) -> str:
        """Who drives a run that begins here."""
        return self.port.owner

    def open(self) -> None:
        """Leave that to whoever has the port."""

    def close(self) -> None:
        """Leave that to whoever has the port."""

    def conduct(self, job: WorkflowJob) -> RunResult:
        """Begin a run or go on with it, and wait for it."""
        return calls.run(self.port.conduct, job)

    def conduct_turn(self, job: TurnJob) -> None:
        """Let a turn be decided on by the engine, and wait for it."""
        calls.run(cast("AsyncTurnPort", self.port).conduct_turn, job)

    def conduct_body(self, job: BodyJob) -> RunResult:
        """Let the function of a saga be run by a worker, and wait for it."""
        return calls.run(cast("AsyncBodyPort", self.port).conduct_body, job)

    def tell(self, run: str, draft: Draft) -> None:
        """Let whoever drives a run know of a signal."""
        calls.run(self.port.tell, run, draft)

    def is_driving(self, row: RunRow) -> bool:
        """Say whether somebody drives a run at this moment."""
        return calls.run(self.port.is_driving, row)


class Bridged(Relayed):
    """The port of a runtime of the sync face."""

    def __init__(self, ground: Ground, engine: DurableEngine) -> None:
        """Let the engine serve a ground of its own, on the bridge's loop."""
        self._ground = ground
        self._other = _async_ground(ground)
        super().__init__(engine.serve(self._other))
        self._other.port = self.port

    def open(self) -> None:
        """Connect, as the same somebody who opened the log."""
        share(self._ground, self._other)
        calls.run(self.port.open)

    def close(self) -> None:
        """Take on nothing more."""
        calls.run(self._close)

    async def _close(self) -> None:
        await self.port.close()
        await self._other.log.close()


def bridged(engine: DurableEngine, ground: Any) -> Bridged:
    """Return the port of a runtime of the sync face whose ground this is."""
    return Bridged(ground, engine)


def _async_ground(ground: Ground) -> Any:
    from duotone.runtime._async.engine import AsyncEngine  # noqa: PLC0415  # the faces know nothing of each other

    return AsyncEngine(AsyncLog(ground.log.store), ground.units, ground.watchers, ground.errors)
