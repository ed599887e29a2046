"""LangGraph on its SQLite checkpointers: a chain of ten nodes that waits for each checkpoint."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.graph import END, START, StateGraph

from benchmarks.durable.engines import STEPS, Async, Sync
from benchmarks.durable.stamps import mark


class State(TypedDict):
    run: str
    count: int


def node(state: State) -> dict[str, int]:
    return {"count": mark(state["run"])}


async def node_async(state: State) -> dict[str, int]:
    return {"count": mark(state["run"])}


def chain(body: Any) -> Any:
    """Return ten nodes in a row."""
    graph = StateGraph(State)
    names = [f"step{number}" for number in range(STEPS)]
    for name in names:
        graph.add_node(name, body)
    for before, after in zip([START, *names], [*names, END], strict=True):
        graph.add_edge(before, after)
    return graph


class Graphs:
    def __init__(self, durability: str) -> None:
        self.pragma = f"PRAGMA synchronous={durability}"

    @contextlib.contextmanager
    def opened(self, folder: Path) -> Iterator[Any]:
        with SqliteSaver.from_conn_string(str(folder / "graph.db")) as saver:
            saver.setup()
            saver.conn.execute(self.pragma)
            yield chain(node).compile(checkpointer=saver)

    @contextlib.contextmanager
    def sync(self, folder: Path) -> Iterator[Sync]:
        with self.opened(folder) as graph:

            def run(name: str) -> None:
                config = {"configurable": {"thread_id": name}}
                graph.invoke({"run": name, "count": 0}, config, durability="sync")

            yield run

    def resume(self, folder: Path, name: str) -> None:
        with self.opened(folder) as graph:
            graph.invoke(None, {"configurable": {"thread_id": name}}, durability="sync")

    @contextlib.asynccontextmanager
    async def open(self, folder: Path) -> AsyncIterator[Async]:
        async with AsyncSqliteSaver.from_conn_string(str(folder / "graph.db")) as saver:
            await saver.setup()
            await saver.conn.execute(self.pragma)
            graph = chain(node_async).compile(checkpointer=saver)

            async def run(name: str) -> None:
                config = {"configurable": {"thread_id": name}}
                await graph.ainvoke({"run": name, "count": 0}, config, durability="sync")

            yield run


def engine(settings: str) -> Graphs:
    return Graphs(settings)
