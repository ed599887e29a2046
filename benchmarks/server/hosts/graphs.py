"""LangGraph behind FastAPI, on its SQLite checkpointer: a session is a thread, and a turn is a graph of one node."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from benchmarks.server.hosts.echo import chain
from benchmarks.server.hosts.fronts import front, listen


class Graphs:
    def __init__(self, graph: Any) -> None:
        self._graph = graph

    async def create(self, name: str) -> None:
        await self._graph.aupdate_state(_thread(name), {"said": ""})

    async def read(self, name: str) -> str:
        state = await self._graph.aget_state(_thread(name))
        assert state.created_at
        return "created"

    async def answer(self, name: str, text: str) -> str:
        state = await self._graph.ainvoke({"said": text}, _thread(name), durability="sync")
        return str(state["answer"])


def _thread(name: str) -> dict[str, Any]:
    return {"configurable": {"thread_id": name}}


def serve(folder: Path) -> None:
    @asynccontextmanager
    async def opened() -> AsyncIterator[Graphs]:
        async with AsyncSqliteSaver.from_conn_string(str(folder / "graph.db")) as saver:
            await saver.setup()
            await saver.conn.execute("PRAGMA synchronous=full")
            yield Graphs(chain().compile(checkpointer=saver))

    listen(front(opened))
