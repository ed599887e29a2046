"""Tools: what agents may call, with schemas from signatures, checked arguments, locks, and results that fit.

From the bottom up: `specs`, `context` and `docstrings` are records; `parameters` reads arguments; `tool` and `toolbox`
hold what can be called; `invocation` is one call, and `seeing` what the agent sees of it. `files`, `web`, `terminal`,
`results` and `mcp` are tools to begin with, loaded when they are first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from duotone.runtime.conversation.words import answer_to
from duotone.runtime.tools.context import ToolContext, current_call
from duotone.runtime.tools.rulings import ask_for, usual_ruling
from duotone.runtime.tools.specs import ToolSpec
from duotone.runtime.tools.tool import Tool, tool
from duotone.runtime.tools.toolbox import Toolbox

if TYPE_CHECKING:
    from duotone.runtime.tools.files import Files, file_tools
    from duotone.runtime.tools.mcp import AsyncMcpServer, McpServer
    from duotone.runtime.tools.results import read_result
    from duotone.runtime.tools.terminal import process_tools
    from duotone.runtime.tools.web import Web, http_tool

__all__ = [
    "AsyncMcpServer",
    "Files",
    "McpServer",
    "Tool",
    "ToolContext",
    "ToolSpec",
    "Toolbox",
    "Web",
    "answer_to",
    "ask_for",
    "current_call",
    "file_tools",
    "http_tool",
    "process_tools",
    "read_result",
    "tool",
    "usual_ruling",
]

_HOMES = {
    "AsyncMcpServer": "mcp",
    "Files": "files",
    "McpServer": "mcp",
    "Web": "web",
    "file_tools": "files",
    "http_tool": "web",
    "process_tools": "terminal",
    "read_result": "results",
}


def __getattr__(name: str) -> object:
    """Load what was asked for, and keep it."""
    if name not in _HOMES:
        message = f"module 'duotone.runtime.tools' has no attribute {name!r}"
        raise AttributeError(message)
    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
