"""Temporal behind FastAPI, with its development server: a session is a workflow that waits, a turn has one activity."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import UnsandboxedWorkflowRunner, Worker

from benchmarks.durable.engines.temporal import connected
from benchmarks.durable.place import TEMPORAL_BINARY
from benchmarks.durable.servers import port_for, server
from benchmarks.server.hosts.fronts import front, listen

QUEUE = "turns"


@activity.defn
async def reply(text: str) -> str:
    return text


@workflow.defn
class Waiting:
    @workflow.run
    async def run(self) -> None:
        await asyncio.Event().wait()


@workflow.defn
class Turn:
    @workflow.run
    async def run(self, text: str) -> str:
        return await workflow.execute_activity(reply, text, start_to_close_timeout=timedelta(seconds=10))


class Temporal:
    def __init__(self, client: Client) -> None:
        self._client = client

    async def create(self, name: str) -> None:
        await self._client.start_workflow(Waiting.run, id=name, task_queue=QUEUE)

    async def read(self, name: str) -> str:
        found = await self._client.get_workflow_handle(name).describe()
        assert found.status is not None
        return found.status.name

    async def answer(self, name: str, text: str) -> str:
        return await self._client.execute_workflow(Turn.run, text, id=name, task_queue=QUEUE)


def serve(folder: Path) -> None:
    @asynccontextmanager
    async def opened() -> AsyncIterator[Temporal]:
        port = port_for(folder, "temporal")
        command = [str(TEMPORAL_BINARY), "server", "start-dev", "--headless", "--log-level", "error"]
        with server([*command, "--port", str(port), "--db-filename", "temporal.db"], port, folder):
            client = await connected(port)
            runner = UnsandboxedWorkflowRunner()
            worker = Worker(
                client, task_queue=QUEUE, workflows=[Waiting, Turn], activities=[reply], workflow_runner=runner
            )
            async with worker:
                yield Temporal(client)

    listen(front(opened))
