"""A workflow as the embedded engine drives it: in the process that asks for it, on the log and nothing else."""

from __future__ import annotations

from duotone.runtime import workflow as language
from duotone.runtime._async.engine import AsyncEngine
from duotone.runtime._async.shell import AsyncShell
from duotone.runtime.bindings import Bindings
from duotone.runtime.calling import shape_of
from duotone.runtime.crew.endings import fault_of
from duotone.runtime.drivers.workflow import WorkflowDriver
from duotone.runtime.engines.jobs import WorkflowJob, first_of
from duotone.runtime.events import Draft
from duotone.runtime.outcomes import RunResult, Status
from duotone.runtime.shielding import shielded

__all__ = ["AsyncConductor"]


class AsyncConductor:
    """Drives workflows in this process."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def conduct(self, job: WorkflowJob) -> RunResult:
        """Begin a run, or take it over if nobody drives it, and drive it until nothing is left to do."""
        self._engine.hold(job.run)
        try:
            shell, driver = self._shell(job)
            if job.row is not None:
                shell.take_over(*await self._engine.claim(job.row))
                first = first_of(driver.course.run, self._engine.log.time(), job.limit, job.undone_by)
            else:
                first = list(job.first)
            for draft in first:
                shell.note(draft)
            return await self._drive(shell, driver)
        finally:
            self._engine.release(job.run)

    def _shell(self, job: WorkflowJob) -> tuple[AsyncShell, WorkflowDriver]:
        callees = job.callees
        driver = WorkflowDriver(shape_of(job.definition), job.inputs, language, terms=callees.terms)
        bindings = Bindings(job.run, job.units, driver, callees.bound, callees.unit_at)
        watch = self._engine.watch(job.on_event)
        shell = self._engine.shell(driver, job.run, job.session, bindings, watch)
        shell.gate = self._engine.gate
        return shell, driver

    async def _drive(self, shell: AsyncShell, driver: WorkflowDriver) -> RunResult:
        shell.deadline = driver.course.run.deadline
        try:
            await shell.advance(_never)
        except BaseException as error:
            if not isinstance(error, Exception):
                await shielded(self._end, shell, error)
            raise
        if shell.watch is not None:
            shell.watch.settle()
        if shell.finish is None:
            return RunResult(shell.run, Status.WAITING, reason=shell.waiting or "")
        finish = shell.finish
        return RunResult(shell.run, finish.status, finish.outputs, finish.fault, tuple(finish.todo))

    async def _end(self, shell: AsyncShell, error: BaseException) -> None:
        """End a run that was cancelled from outside, and undo what it did."""
        reason = fault_of(error).message or type(error).__name__
        shell.note(Draft("signal.cancel", {"by": "caller", "reason": reason}, shell.run))
        await shell.advance(_never)


def _never() -> bool:
    return False
