"""Who is measured, and in which words each is asked for the same three things."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from benchmarks.checkers.fetching import STORE, create, pip
from benchmarks.durable import place
from benchmarks.server.client import Ask, Connection

PLATFORM = Path(__file__).parent / "platform.txt"


class Request(NamedTuple):
    """What is sent, and the status that means that it was done."""

    method: str
    path: str
    body: Any = None
    status: int = 200

    async def send(self, connection: Connection) -> None:
        """Send it, and make sure that it was done."""
        status, body = await connection.ask(self.method, self.path, self.body)
        assert status == self.status, (self.path, status, body)


@dataclass(frozen=True)
class Dialect:
    """How a server is asked to create a session, to read it back, and to take a turn; each names a session."""

    create: Callable[[str], Request]
    read: Callable[[str], Request]
    run: Callable[[str], Request]

    def asks(self, callers: int) -> Mapping[str, Ask]:
        """Return what callers ask: sessions that there are not yet, and those that the first of them have made."""
        made = {"create": self.create, "read": self.read, "run": self.run}

        def asking(key: str) -> Ask:
            async def ask(connection: Connection, number: int) -> None:
                await made[key](f"load-{number % callers if key == 'read' else number}").send(connection)

            return ask

        return {key: asking(key) for key in made}


def _threads(name: str) -> str:
    return f"/threads/{uuid5(NAMESPACE_URL, name)}"


HELLO = {"model": "echo", "messages": [{"role": "user", "content": "hello"}]}
OURS = Dialect(
    create=lambda name: Request("POST", "/api/sessions", {"id": name}, 201),
    read=lambda name: Request("GET", f"/api/sessions/{name}"),
    run=lambda _: Request("POST", "/v1/chat/completions", HELLO),
)
RESTATE = Dialect(
    create=lambda name: Request("POST", f"/sessions/{name}/create"),
    read=lambda name: Request("POST", f"/sessions/{name}/read"),
    run=lambda _: Request("POST", "/turns/answer", "hello"),
)
LANGGRAPH = Dialect(
    create=lambda name: Request("POST", "/threads", {"thread_id": str(uuid5(NAMESPACE_URL, name))}),
    read=lambda name: Request("GET", _threads(name)),
    run=lambda name: Request(
        "POST",
        f"{_threads('turn-' + name)}/runs/wait",
        {"assistant_id": "echo", "input": {"said": "hello"}, "if_not_exists": "create"},
    ),
)


@dataclass(frozen=True)
class Contender:
    """A row of the table."""

    title: str
    kept: str
    module: str
    dialect: Dialect = OURS

    def python(self) -> Path:
        """Return the interpreter that has it; one for all but LangGraph's server, whose pins differ."""
        return _platform() if self.module == "platform" else place.python()


CONTENDERS = {
    "fastapi": Contender("bare FastAPI (floor)", "a dictionary", "floor"),
    "duotone": Contender("duotone", "SQLite WAL FULL, hash chain", "ours"),
    "dbos": Contender("DBOS behind FastAPI", "SQLite WAL FULL", "dbos_flows"),
    "langgraph": Contender("LangGraph behind FastAPI", "SQLite WAL FULL", "graphs"),
    "langgraph-server": Contender("LangGraph's server (`langgraph dev`)", "memory", "platform", LANGGRAPH),
    "temporal": Contender("Temporal dev server, FastAPI before it", "SQLite WAL NORMAL", "temporal"),
    "restate": Contender("Restate server", "RocksDB as it comes", "restates", RESTATE),
}


def _platform() -> Path:
    target = STORE / "envs" / "langgraph-server"
    done, pinned = target / "pinned.txt", PLATFORM.read_text()
    if not done.exists() or done.read_text() != pinned:
        pip(create(target), "install", "-r", str(PLATFORM))
        done.write_text(pinned)
    return target / "bin" / "python"
