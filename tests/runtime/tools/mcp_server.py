"""A server of tools of the `mcp` package's own making, run as a process: over stdio, or over HTTP on a given port."""

from __future__ import annotations

import asyncio
import os
import sys

from mcp.server.mcpserver import Image, MCPServer
from mcp.types import ToolAnnotations

server = MCPServer("shelf")
calls = 0


@server.tool(annotations=ToolAnnotations(read_only_hint=True, idempotent_hint=True))
def add(first: int, second: int) -> int:
    """Add two numbers."""
    return first + second


@server.tool(name="shelf.count", annotations=ToolAnnotations(destructive_hint=True))
def count() -> int:
    """Count the calls of this process."""
    global calls  # noqa: PLW0603  # what tells one process from the next
    calls += 1
    return calls


@server.tool()
async def fail(reason: str) -> str:
    raise ValueError(reason)


@server.tool()
async def hang() -> str:
    await asyncio.sleep(3600)
    return "never"


@server.tool()
def die() -> str:
    os._exit(3)


@server.tool()
def picture() -> Image:
    return Image(data=b"\x89PNG", format="png")


@server.tool()
def environment() -> str:
    """Say which variables there are."""
    return " ".join(sorted(os.environ))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        server.run("streamable-http", port=int(sys.argv[1]))
    else:
        server.run()
