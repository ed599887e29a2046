"""DBOS on SQLite: a workflow of ten steps, started under its own id; settings turn on WAL for all connections."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import sqlalchemy
from dbos import DBOS, SetWorkflowID

from benchmarks.durable.engines import STEPS, Async, Sync
from benchmarks.durable.stamps import mark


@DBOS.step()  # type: ignore[untyped-decorator]
def step(run: str) -> int:
    return mark(run)


@DBOS.workflow()  # type: ignore[untyped-decorator]
def flow(run: str) -> None:
    for _ in range(STEPS):
        step(run)


@DBOS.step()  # type: ignore[untyped-decorator]
async def step_async(run: str) -> int:
    return mark(run)


@DBOS.workflow()  # type: ignore[untyped-decorator]
async def flow_async(run: str) -> None:
    for _ in range(STEPS):
        await step_async(run)


class Flows:
    def __init__(self, durability: str) -> None:
        if durability:
            sqlalchemy.event.listen(sqlalchemy.engine.Engine, "connect", self.connected)
        self.durability = durability

    def connected(self, connection: Any, record: object) -> None:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute(f"PRAGMA synchronous={self.durability}")

    def launch(self, folder: Path) -> None:
        url = f"sqlite:///{folder / 'dbos.sqlite'}"
        DBOS(config={"name": "durable", "system_database_url": url, "log_level": "ERROR", "max_executor_threads": 128})
        DBOS.launch()

    @contextlib.contextmanager
    def sync(self, folder: Path) -> Iterator[Sync]:
        self.launch(folder)

        def run(name: str) -> None:
            with SetWorkflowID(name):
                flow(name)

        yield run
        DBOS.destroy()

    def resume(self, folder: Path, name: str) -> None:
        self.launch(folder)
        DBOS.retrieve_workflow(name).get_result()
        DBOS.destroy()

    @contextlib.asynccontextmanager
    async def open(self, folder: Path) -> AsyncIterator[Async]:
        self.launch(folder)

        async def run(name: str) -> None:
            with SetWorkflowID(name):
                await flow_async(name)

        yield run
        DBOS.destroy()


def engine(settings: str) -> Flows:
    return Flows(settings)
