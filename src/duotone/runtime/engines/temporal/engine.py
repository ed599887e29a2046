"""A Temporal service as runtimes are given it; its client is loaded when the first of them opens."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from duotone.contract.offloading import offload
from duotone.errors import EngineDown, MissingExtra
from duotone.runtime.engines.jobs import BodyJob, TurnJob, WorkflowJob
from duotone.runtime.engines.port import OWNED, EngineAbilities
from duotone.runtime.engines.temporal.settings import LARGEST, TemporalSettings, settings_from
from duotone.runtime.events import Draft
from duotone.runtime.log import Place, RunRow
from duotone.runtime.outcomes import RunResult

if TYPE_CHECKING:
    from duotone.runtime.engines.temporal.serving import Serving

__all__ = ["TemporalEngine", "TemporalPort"]


class TemporalEngine:
    """A Temporal service: ``AsyncRuntime(log, engine="temporal://host:7233/default?queue=duotone")``."""

    def __init__(self, address: str) -> None:
        """Take the engine at an address; raises `BadEngine` if it is none."""
        self.settings: TemporalSettings = settings_from(address)

    def serve(self, ground: Any) -> TemporalPort:
        """Return the port of one runtime."""
        return TemporalPort(self.settings, ground)

    async def reach(self, log: Place = None) -> str:  # noqa: ARG002  # another engine may be beside it
        """Return which service answers, without working for it; raises `EngineDown`, `BadEngine` and `MissingExtra`."""
        reach = await offload(_reaching)
        return await reach(self.settings)


class TemporalPort:
    """The port of a runtime whose workflows Temporal moves."""

    owner = f"{OWNED}temporal"

    def __init__(self, settings: TemporalSettings, ground: Any) -> None:
        """Be connected to nothing."""
        self.abilities = EngineAbilities(
            "temporal",
            moves_workflows=True,
            moves_bodies=True,
            runs_here=False,
            moves_turns=True,
            largest_payload=LARGEST,
            patience=settings.patience,
        )
        self._settings = settings
        self._ground = ground
        self._opened: Serving | None = None

    async def open(self) -> None:
        """Connect, and begin to work.

        Waits for a service that is down, and raises `EngineDown` if it stays so, `BadEngine` if it has no such
        namespace, and `MissingExtra` without the extra `temporal`.
        """
        serving = await offload(_load, self._settings, self._ground)
        await serving.open()
        self._opened = serving

    async def close(self) -> None:
        """Take on nothing more; what is under way is gone on with by other workers, or by the next one."""
        serving, self._opened = self._opened, None
        if serving is not None:
            await serving.close()

    async def conduct(self, job: WorkflowJob) -> RunResult:
        """Begin a run or go on with it, or join the wait for it if it is under way, and return how it stands then."""
        return await self._serving.conduct(job)

    async def conduct_turn(self, job: TurnJob) -> None:
        """Let a turn be decided on at Temporal until it has ended or stands still."""
        await self._serving.conduct_turn(job)

    async def conduct_body(self, job: BodyJob) -> RunResult:
        """Let the function of a saga be called by a worker, and return how its run stands then."""
        return await self._serving.conduct_body(job)

    async def tell(self, run: str, draft: Draft) -> None:
        """Send a signal to the workflow of a run, if there is one."""
        await self._serving.tell(run, draft)

    async def is_driving(self, row: RunRow) -> bool:
        """Ask Temporal whether the workflow of a run is open; of those of other engines only these know."""
        return row.owner != self.owner or await self._serving.is_driving(row)

    @property
    def _serving(self) -> Serving:
        if self._opened is None:
            raise EngineDown(self._settings.target, "the runtime is not open")
        return self._opened


def _load(settings: TemporalSettings, ground: Any) -> Serving:
    """Load the client on a thread that may take a second for it."""
    try:
        from duotone.runtime.engines.temporal.serving import Serving  # noqa: PLC0415  # that is the point
    except ModuleNotFoundError as error:
        raise MissingExtra("an engine at temporal://", "temporal") from error
    return Serving(settings, ground)


def _reaching() -> Callable[[TemporalSettings], Coroutine[None, None, str]]:
    try:
        from duotone.runtime.engines.temporal.reaching import reach  # noqa: PLC0415  # as above
    except ModuleNotFoundError as error:
        raise MissingExtra("an engine at temporal://", "temporal") from error
    return reach
