"""A DBOS on PostgreSQL as runtimes are given it; the package is loaded when the first of them opens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from duotone.contract.offloading import offload
from duotone.errors import EngineDown, MissingExtra
from duotone.runtime.engines.dbos.settings import DbosSettings, settings_from
from duotone.runtime.engines.jobs import BodyJob, TurnJob, WorkflowJob
from duotone.runtime.engines.port import OWNED, EngineAbilities
from duotone.runtime.events import Draft
from duotone.runtime.log import Place, RunRow
from duotone.runtime.log.addresses import Address
from duotone.runtime.outcomes import RunResult

if TYPE_CHECKING:
    from duotone.runtime.engines.dbos.serving import Serving

__all__ = ["DbosEngine", "DbosPort"]


class DbosEngine:
    """A DBOS: ``AsyncRuntime(log, engine="dbos+postgresql://user@host/database")``, or ``"dbos"`` beside the log."""

    def __init__(self, address: str) -> None:
        """Take the engine at an address; raises `BadEngine` if it is none."""
        self.settings: DbosSettings = settings_from(address)

    def serve(self, ground: Any) -> DbosPort:
        """Return the port of one runtime."""
        return DbosPort(self.settings, ground)

    async def reach(self, log: Place = None) -> str:
        """Return which server answers, that of the log if no other is named; raises `EngineDown` and what it says."""
        address = self.settings.address or (log if isinstance(log, Address) else None)
        if address is None:
            raise EngineDown("dbos", "the log is in no PostgreSQL, and the setting names none")
        from duotone.runtime.log.postgres.facts import version_at  # noqa: PLC0415  # few runtimes need it

        return f"PostgreSQL {await offload(version_at, address)} at {address}"


class DbosPort:
    """The port of a runtime whose workflows go on elsewhere when its process has died."""

    owner = f"{OWNED}dbos"

    def __init__(self, settings: DbosSettings, ground: Any) -> None:
        """Be connected to nothing."""
        self.abilities = EngineAbilities(
            "dbos",
            moves_workflows=True,
            moves_bodies=True,
            runs_here=False,
            moves_turns=True,
            patience=settings.patience,
        )
        self._settings = settings
        self._ground = ground
        self._opened: Serving | None = None

    async def open(self) -> None:
        """Launch the DBOS of this process if need be, and look for runs that were left.

        Waits for a server that is down, and raises `EngineDown` if it stays so, `BadEngine` if it lets nobody in or
        this process has another DBOS, and `MissingExtra` without the extra `dbos`.
        """
        serving = await offload(_load, self._settings, self._ground)
        await serving.open()
        self._opened = serving

    async def close(self) -> None:
        """Drive nothing more; what is under way is taken over by others, or by the next one."""
        serving, self._opened = self._opened, None
        if serving is not None:
            await serving.close()

    async def conduct(self, job: WorkflowJob) -> RunResult:
        """Begin a run or go on with it, or join the wait for it if it is under way, and return how it stands then."""
        return await self._serving.conduct(job)

    async def conduct_turn(self, job: TurnJob) -> None:
        """Drive a turn here until it has ended or stands still."""
        await self._serving.conduct_turn(job)

    async def conduct_body(self, job: BodyJob) -> RunResult:
        """Have the function of a saga called here, and return how its run stands once it has ended or waits."""
        return await self._serving.conduct_body(job)

    async def tell(self, run: str, draft: Draft) -> None:  # noqa: ARG002  # it is in the log
        """Let the drive of a run look at the log."""
        await self._serving.tell(run)

    async def is_driving(self, row: RunRow) -> bool:
        """Say whether a process that lives drives a run; of those of other engines only these know."""
        return row.owner != self.owner or await self._serving.is_driving(row)

    @property
    def _serving(self) -> Serving:
        if self._opened is None:
            raise EngineDown("dbos", "the runtime is not open")
        return self._opened


def _load(settings: DbosSettings, ground: Any) -> Serving:
    """Load the package on a thread that may take a second for it."""
    try:
        from duotone.runtime.engines.dbos.serving import Serving  # noqa: PLC0415  # that is the point
    except ModuleNotFoundError as error:
        raise MissingExtra("an engine at dbos", "dbos") from error
    return Serving(settings, ground)
