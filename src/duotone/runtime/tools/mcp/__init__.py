"""Servers of tools that speak the Model Context Protocol, as a process or over HTTP, for either color."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

from duotone.contract.calls import run
from duotone.runtime.tools.mcp.answers import tool_from
from duotone.runtime.tools.mcp.keeper import Keeper, Place
from duotone.runtime.tools.tool import Tool

__all__ = ["AsyncMcpServer", "McpServer"]


class _Server:
    """What both faces have: where the server is, and its tools once it is open."""

    def __init__(  # noqa: PLR0913  # all by keyword
        self,
        *,
        command: Sequence[str] | None = None,
        url: str | None = None,
        env: Mapping[str, str] | None = None,
        cwd: str | None = None,
        headers: Mapping[str, str] | None = None,
        prefix: str = "",
        trusted: bool = False,
        locks: tuple[str, ...] = (),
        timeout: float | None = None,
        start_timeout: float = 30.0,
    ) -> None:
        """Take a server that `command` starts, or that is at a `url`; raises `BadInput` unless it is one of them.

        A process gets no more of the environment than it needs to start, and what is in `env`. The names of tools begin
        with the `prefix`. What the server says of its tools' harmlessness counts if it is `trusted`. A call may take
        `timeout` seconds.
        """
        place = Place(command, url, env or {}, cwd, headers or {})
        self._keeper = Keeper(place, start_timeout)
        self._prefix = prefix
        self._trusted = trusted
        self._terms = {"locks": locks, "timeout": timeout}

    @property
    def tools(self) -> list[Tool]:
        """The tools that it had when it was opened; an agent of either color can call them, on any loop."""
        ask, terms = self._keeper.ask, self._terms
        return [tool_from(one, ask, prefix=self._prefix, trusted=self._trusted, **terms) for one in self._keeper.listed]


class AsyncMcpServer(_Server):
    """A server of tools for async code, connected on the running loop for as long as its block lasts."""

    async def __aenter__(self) -> Self:
        """Connect; raises `ServerFailed` if that can't be done."""
        await self._keeper.open()
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        """Disconnect, and end the process."""
        await self._keeper.close()


class McpServer(_Server):
    """A server of tools for sync code: its connection lives on the bridge's loop for as long as its block lasts."""

    def __enter__(self) -> Self:
        """Connect; raises `ServerFailed` if that can't be done."""
        run(self._keeper.open)
        return self

    def __exit__(self, *exc_info: object) -> None:
        """Disconnect, and end the process."""
        run(self._keeper.close)
