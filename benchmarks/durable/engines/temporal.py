"""Temporal with its own development server on an SQLite file: a workflow of ten activities, sync or async ones."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.common import WorkflowIDConflictPolicy
from temporalio.worker import UnsandboxedWorkflowRunner, Worker

from benchmarks.durable.background import on_a_thread
from benchmarks.durable.engines import STEPS, Async, Sync
from benchmarks.durable.place import TEMPORAL_BINARY
from benchmarks.durable.servers import port_for, server
from benchmarks.durable.stamps import mark

QUEUE = "durable"
# After a crash the server waits this long for the activity before it lets another worker have it.
LIMIT = timedelta(seconds=10)


@activity.defn
def step(run: str) -> int:
    return mark(run)


@activity.defn
async def step_async(run: str) -> int:
    return mark(run)


@workflow.defn
class Flow:
    @workflow.run
    async def run(self, name: str, activity_name: str, local: bool) -> None:  # noqa: FBT001
        execute = workflow.execute_local_activity if local else workflow.execute_activity
        for _ in range(STEPS):
            await execute(activity_name, name, start_to_close_timeout=LIMIT)


class Temporal:
    def __init__(self, settings: str) -> None:
        self.local = settings == "local"

    @contextlib.contextmanager
    def sync(self, folder: Path) -> Iterator[Sync]:
        with on_a_thread(self.serving(folder, "step")) as run:
            yield run

    @contextlib.asynccontextmanager
    async def open(self, folder: Path) -> AsyncIterator[Async]:
        async with self.serving(folder, "step_async") as run:
            yield run

    def resume(self, folder: Path, name: str) -> None:
        with self.sync(folder) as run:
            run(name)

    @contextlib.asynccontextmanager
    async def serving(self, folder: Path, activity_name: str) -> AsyncIterator[Async]:
        port = port_for(folder, "temporal")
        command = [str(TEMPORAL_BINARY), "server", "start-dev", "--headless", "--log-level", "error"]
        with server([*command, "--port", str(port), "--db-filename", "temporal.db"], port, folder):
            client = await connected(port)
            with ThreadPoolExecutor(100) as pool:
                worker = Worker(
                    client,
                    task_queue=QUEUE,
                    workflows=[Flow],
                    activities=[step, step_async],
                    activity_executor=pool,
                    workflow_runner=UnsandboxedWorkflowRunner(),
                )
                async with worker:

                    async def run(name: str) -> None:
                        await client.execute_workflow(
                            Flow.run,
                            args=[name, activity_name, self.local],
                            id=name,
                            task_queue=QUEUE,
                            id_conflict_policy=WorkflowIDConflictPolicy.USE_EXISTING,
                        )

                    yield run


async def connected(port: int) -> Client:
    """Connect once the server is ready for calls, which is a little after it listens."""
    for _ in range(100):
        try:
            client = await Client.connect(f"127.0.0.1:{port}")
            await client.count_workflows()
        except Exception:  # noqa: BLE001 - before it is ready it fails in many ways
            await asyncio.sleep(0.1)
        else:
            return client
    msg = "the server never was ready"
    raise TimeoutError(msg)


def engine(settings: str) -> Temporal:
    return Temporal(settings)
