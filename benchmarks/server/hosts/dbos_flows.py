"""DBOS behind FastAPI, on SQLite: a session is a workflow that was started, and a turn is one with a single step."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from dbos import DBOS, SetWorkflowID

from benchmarks.durable.engines.dbos_flows import Flows
from benchmarks.server.hosts.fronts import front, listen


@DBOS.workflow()  # type: ignore[untyped-decorator]
async def session(name: str) -> str:
    return name


@DBOS.step()  # type: ignore[untyped-decorator]
async def reply(text: str) -> str:
    return text


@DBOS.workflow()  # type: ignore[untyped-decorator]
async def turn(text: str) -> str:
    said: str = await reply(text)
    return said


class Dbos:
    async def create(self, name: str) -> None:
        with SetWorkflowID(name):
            await DBOS.start_workflow_async(session, name)

    async def read(self, name: str) -> str:
        status = await DBOS.get_workflow_status_async(name)
        assert status is not None
        return str(status.status)

    async def answer(self, name: str, text: str) -> str:
        with SetWorkflowID(name):
            said: str = await turn(text)
        return said


def serve(folder: Path) -> None:
    flows = Flows("full")

    @asynccontextmanager
    async def opened() -> AsyncIterator[Dbos]:
        flows.launch(folder)
        yield Dbos()

    listen(front(opened))
