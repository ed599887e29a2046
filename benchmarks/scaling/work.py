"""The same ten steps for every row: as a workflow of each bare engine, and as one of ours on each engine.

Each row is a context manager that opens what one worker process needs, and yields what does one run.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from typing import Any
from uuid import uuid4

from dbos import DBOS
from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import UnsandboxedWorkflowRunner, Worker

from duotone.runtime import AsyncRuntime

__all__ = ["ROWS", "STEPS", "Opening", "Run"]

STEPS = 10
Run = Callable[[], Awaitable[object]]
Opening = Callable[[str, str], AbstractAsyncContextManager[Run]]
"""Given the log or the queue, and the engine."""


async def step(n: int) -> int:
    """Do nothing."""
    return n


@activity.defn
async def bare_activity(n: int) -> int:
    """Do nothing, as an activity."""
    return n


@workflow.defn(sandboxed=False)
class BareTemporal:
    """Ten activities, one after the other."""

    @workflow.run
    async def run(self, first: int) -> int:
        """Call them."""
        number = first
        for n in range(STEPS):
            number = await workflow.execute_activity(bare_activity, n, start_to_close_timeout=timedelta(minutes=1))
        return number


@DBOS.step()  # type: ignore[untyped-decorator,unused-ignore]  # types of the package vary with its version
async def bare_step(n: int) -> int:
    """Do nothing, as a step of DBOS."""
    return n


@DBOS.workflow()  # type: ignore[untyped-decorator,unused-ignore]  # as above
async def bare_dbos(first: int) -> int:
    """Call ten steps, one after the other."""
    number = first
    for n in range(STEPS):
        number = await bare_step(n)
    return number


@contextlib.asynccontextmanager
async def on_temporal(queue: str, target: str) -> AsyncIterator[Run]:
    """Be a client and a worker of Temporal."""
    client = await Client.connect(target)
    work: dict[str, Any] = {"workflows": [BareTemporal], "activities": [bare_activity]}
    async with Worker(client, task_queue=queue, workflow_runner=UnsandboxedWorkflowRunner(), **work):

        async def run() -> object:
            return await client.execute_workflow(BareTemporal.run, 0, id=uuid4().hex, task_queue=queue)

        yield run


@contextlib.asynccontextmanager
async def on_dbos(database: str, _engine: str) -> AsyncIterator[Run]:
    """Be an executor of DBOS."""
    name = f"bare-{os.getpid()}"
    DBOS(config={"name": "bare", "system_database_url": database, "executor_id": name, "log_level": "ERROR"})
    DBOS.launch()

    async def run() -> object:
        return await bare_dbos(0)

    yield run
    DBOS.destroy()


@contextlib.asynccontextmanager
async def ours(log: str, engine: str) -> AsyncIterator[Run]:
    """Be a runtime of ours."""
    async with AsyncRuntime(log, units={"step": step}, engine=engine) as runtime:
        yield lambda: runtime.run_workflow(_flow())


def _flow() -> dict[str, Any]:
    """Return the ten steps as a workflow of ours."""
    steps: list[dict[str, Any]] = [{"id": f"s{n}", "function": "step", "with": {"n": n}} for n in range(STEPS)]
    for number in range(1, STEPS):
        steps[number]["needs"] = [f"s{number - 1}"]
    return {"name": "ten", "steps": steps}


ROWS: dict[str, Opening] = {"bare-temporal": on_temporal, "bare-dbos": on_dbos, "ours": ours}
