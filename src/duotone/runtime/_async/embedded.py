"""The embedded engine: runs are driven by the process that asks for them, on the log and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duotone.contract.offloading import offload
from duotone.runtime._async.engine import AsyncEngine
from duotone.runtime.engines.jobs import WorkflowJob
from duotone.runtime.engines.port import EngineAbilities
from duotone.runtime.events import Draft
from duotone.runtime.log import RunRow
from duotone.runtime.outcomes import RunResult

if TYPE_CHECKING:
    from duotone.runtime._async.conducting import AsyncConductor

__all__ = ["AsyncEmbedded"]


class AsyncEmbedded:
    """The port of a runtime that drives its runs itself."""

    abilities = EngineAbilities("embedded", moves_workflows=False, moves_bodies=False, runs_here=True)

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._conductor: AsyncConductor | None = None

    @property
    def owner(self) -> str:
        """This process, as the log knows it."""
        return self._engine.owner

    async def open(self) -> None:
        """Have nothing to open: the log is all it takes."""

    async def close(self) -> None:
        """Have nothing to close."""

    async def conduct(self, job: WorkflowJob) -> RunResult:
        """Drive a workflow here until nothing is left to do."""
        if self._conductor is None:
            self._conductor = await offload(_load_conductor, self._engine)
        return await self._conductor.conduct(job)

    async def tell(self, run: str, draft: Draft) -> None:
        """Have nobody to tell: shells of this process were told, and other processes read the log."""

    async def is_driving(self, row: RunRow) -> bool:  # noqa: ARG002  # nothing to ask
        """Leave alone what an engine drives: only that one knows how it stands."""
        return True


def _load_conductor(engine: AsyncEngine) -> AsyncConductor:
    from duotone.runtime._async.conducting import AsyncConductor  # noqa: PLC0415  # loaded with the first workflow

    return AsyncConductor(engine)
