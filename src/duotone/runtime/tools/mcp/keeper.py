"""A connection to a server of tools, kept open by a task of its own, and asked from any loop or thread.

1. The client of the `mcp` package must be left in the task that has entered it, so one task does nothing else.
2. It lives on the loop where it was opened. Whoever is on another one asks through a portal, which raises
   `WouldDeadlock` instead of waiting for a loop that waits for it.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from types import SimpleNamespace
from typing import Any, TextIO, cast

from duotone.contract.offloading import offload
from duotone.contract.portal import Portal
from duotone.errors import BadInput, MissingExtra, ServerFailed
from duotone.runtime.events import Json
from duotone.runtime.tools.mcp.answers import answered

__all__ = ["Keeper", "Place"]

_MOST_PAGES = 100
"""Pages of a list of tools; a server that never ends its list must not hang us."""

_LONGEST_WORDS = 1_000
"""Characters that are shown of what a server wrote before it failed."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a server is: a command that is started, or a URL."""

    command: Sequence[str] | None = None
    url: str | None = None
    env: Mapping[str, str] = field(default_factory=dict[str, str])
    cwd: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict[str, str])

    def __post_init__(self) -> None:
        if (self.command is None) == (self.url is None) or (self.command is not None and not self.command):
            raise BadInput("command", "or url must say where the server is: one of them, and not both")

    @property
    def name(self) -> str:
        """How messages call it."""
        return self.url.partition("?")[0] if self.url is not None else " ".join(self.command or ())


class Keeper:
    """One connection."""

    def __init__(self, place: Place, timeout: float) -> None:
        """Be closed; opening may take `timeout` seconds."""
        self.place = place
        self.listed: list[Any] = []
        self._timeout = timeout
        self._client: Any = None
        self._task: asyncio.Task[None] | None = None
        self._portal: Portal | None = None
        self._closing = asyncio.Event()

    async def open(self) -> None:
        """Connect on this loop, and list the tools; raises `ServerFailed`."""
        loop = asyncio.get_running_loop()
        ready: asyncio.Future[None] = loop.create_future()
        self._portal = Portal()
        self._task = loop.create_task(self._keep(ready), name=f"mcp {self.place.name}")
        try:
            async with asyncio.timeout(self._timeout):
                await ready
        except TimeoutError:
            await self._stop()
            raise ServerFailed(self.place.name, f"did not answer within {self._timeout:g} s", "look at it") from None
        except BaseException:
            await self._stop()
            raise

    async def close(self) -> None:
        """Disconnect, and end the process if one was started; on the loop where it was opened."""
        self._closing.set()
        if self._task is not None:
            await asyncio.wait({self._task})
        if self._portal is not None:
            self._portal.close()

    async def _stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
        await self.close()

    async def ask(self, name: str, arguments: Mapping[str, Json]) -> Json:
        """Call a tool of the server, from any loop; raises `ToolFailed` or `ServerFailed`."""
        if self._task is None or self._portal is None or self._task.done():
            raise ServerFailed(self.place.name, "is not connected", "call its tools inside of its with block")
        if self._task.get_loop() is asyncio.get_running_loop():
            return await self._ask(name, arguments)
        answer: Json = await offload(self._portal.run, partial(self._ask, name, arguments))
        return answer

    async def _ask(self, name: str, arguments: Mapping[str, Json]) -> Json:
        from mcp import MCPError  # noqa: PLC0415  # an extra

        try:
            result = await self._client.call_tool(name, dict(arguments))
        except (MCPError, OSError, RuntimeError) as error:
            raise ServerFailed(self.place.name, f"failed at {name}: {error}", "look at it, and try again") from error
        return answered(name, result)

    async def _keep(self, ready: asyncio.Future[None]) -> None:
        """Hold the connection open until it is closed."""
        with tempfile.TemporaryFile("w+", errors="replace") as file:
            words = cast("TextIO", file)
            try:
                async with _connected(self.place, words) as client:
                    self._client = client
                    self.listed = await _listed(client)
                    if not ready.done():
                        ready.set_result(None)
                    await self._closing.wait()
            except Exception as error:  # noqa: BLE001  # told to whoever opens it, or by the next call
                if not ready.done():
                    ready.set_exception(_failure(self.place, error, words))
            finally:
                self._client = None


def _failure(place: Place, error: BaseException, words: TextIO) -> Exception:
    """Return why a connection could not be made, with the last words of the server."""
    if isinstance(error, MissingExtra):
        return error
    cause: Any = error
    while inner := getattr(cause, "exceptions", ()):  # a group says that there were errors, and not which
        cause = inner[0]
    words.seek(0)
    said = words.read()[-_LONGEST_WORDS:].strip()
    reason = f"can't be used: {cause}" + (f"; it wrote: {said}" if said else "")
    return ServerFailed(place.name, reason, "check the command or the address")


async def _listed(client: Any) -> list[Any]:
    tools: list[Any] = []
    cursor: str | None = None
    for _ in range(_MOST_PAGES):
        page = await client.list_tools(cursor=cursor)
        tools += page.tools
        cursor = page.next_cursor
        if cursor is None:
            break
    return tools


@asynccontextmanager
async def _connected(place: Place, words: TextIO) -> AsyncGenerator[Any]:
    """Give a client that talks to a server; what a started one writes to its stderr goes to `words`."""
    mcp = await offload(_load)  # which takes a second or more, during which a loop would stand still
    if place.url is None:
        command, *args = list(place.command or ())
        started = mcp.StdioServerParameters(command=command, args=args, env=dict(place.env), cwd=place.cwd)
        async with mcp.Client(mcp.stdio_client(started, errlog=words)) as client:
            yield client
        return
    async with (
        mcp.AsyncClient(headers=dict(place.headers), timeout=60.0) as web,
        mcp.Client(mcp.streamable_http_client(place.url, http_client=web)) as client,
    ):
        yield client


def _load() -> Any:
    """Return what is needed of the `mcp` package, and of what it talks HTTP with; raises `MissingExtra`."""
    try:
        from httpx2 import AsyncClient  # noqa: PLC0415  # an extra
        from mcp import Client, StdioServerParameters, stdio_client  # noqa: PLC0415
        from mcp.client.streamable_http import streamable_http_client  # noqa: PLC0415
    except ImportError as error:
        raise MissingExtra("McpServer", "mcp") from error
    parts: list[Any] = [AsyncClient, Client, StdioServerParameters, stdio_client, streamable_http_client]
    return SimpleNamespace(**{part.__name__: part for part in parts})
