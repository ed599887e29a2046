"""The engines: each runs the same ten steps and keeps the result of every one of them."""

from __future__ import annotations

import importlib
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

STEPS = 10
Sync = Callable[[str], object]
Async = Callable[[str], Awaitable[object]]


class Engine(Protocol):
    """One way to keep steps, opened on a folder; what it yields runs ten steps under the id that it is given."""

    def sync(self, folder: Path) -> AbstractContextManager[Sync]: ...

    def open(self, folder: Path) -> AbstractAsyncContextManager[Async]: ...

    def resume(self, folder: Path, name: str) -> None:
        """Go on with a run whose process was killed, until it has ended."""
        ...


@dataclass(frozen=True)
class Row:
    """A line of the tables: an engine with its settings."""

    title: str
    kept: str
    module: str
    settings: str = ""
    package: str = ""

    def load(self) -> Engine:
        """Import the engine and set it up; the peers are imported here and nowhere else."""
        module = importlib.import_module(f"benchmarks.durable.engines.{self.module}")
        engine: Engine = module.engine(self.settings)
        return engine


ROWS = {
    "duotone-full": Row("duotone saga, durable on return", "WAL FULL", "sagas", "full"),
    "next-full": Row('duotone saga, `commit="next"`', "WAL FULL", "sagas", "full next"),
    "workflow-full": Row("duotone workflow", "WAL FULL", "flows", "full"),
    "duotone-normal": Row("duotone saga, durable on return", "WAL NORMAL", "sagas", "normal"),
    "next-normal": Row('duotone saga, `commit="next"`', "WAL NORMAL", "sagas", "normal next"),
    "workflow-normal": Row("duotone workflow", "WAL NORMAL", "flows", "normal"),
    "log-full": Row("duotone log, two events a step", "WAL FULL", "logs", "full"),
    "log-normal": Row("duotone log, two events a step", "WAL NORMAL", "logs", "normal"),
    "bare-full": Row("bare insert per commit", "WAL FULL", "bare", "full"),
    "bare-normal": Row("bare insert per commit", "WAL NORMAL", "bare", "normal"),
    "group-full": Row("bare insert, group commit", "WAL FULL", "grouped", "full"),
    "dbos": Row("DBOS", "SQLite as it comes (DELETE FULL)", "dbos_flows", "", "dbos"),
    "dbos-full": Row("DBOS", "WAL FULL", "dbos_flows", "full", "dbos"),
    "dbos-normal": Row("DBOS", "WAL NORMAL", "dbos_flows", "normal", "dbos"),
    "langgraph": Row("LangGraph, durability sync", "as it comes (WAL FULL)", "graphs", "full", "langgraph"),
    "langgraph-normal": Row("LangGraph, durability sync", "WAL NORMAL", "graphs", "normal", "langgraph"),
    "temporal": Row("Temporal dev server", "as it comes (WAL NORMAL)", "temporal", "", "temporalio"),
    "temporal-local": Row("Temporal, local activities", "as it comes (WAL NORMAL)", "temporal", "local", "temporalio"),
    "restate": Row("Restate server", "as it comes (RocksDB)", "restates", "", "restate-sdk"),
}
