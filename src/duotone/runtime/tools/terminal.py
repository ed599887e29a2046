"""The tools with which an agent runs commands, and looks after those that it has left in the background."""

from __future__ import annotations

from typing import Final

from duotone.runtime._async.desks import AsyncProcessDesk, AsyncTerminal
from duotone.runtime._sync.desks import ProcessDesk, Terminal
from duotone.runtime.delivery.channels import Abilities
from duotone.runtime.processes import AsyncProcesses, Processes
from duotone.runtime.tools.tool import Tool, tool

__all__ = ["process_tool", "process_tools", "terminal_tool"]

_LONGEST: Final = 80_000
"""Bytes of an answer as JSON: four times what it shows of an output, which may need escapes."""

_WHAT: Final = (
    "Run a command in the shell and return its exit code and what it printed. With background=true it goes on while "
    "you do: the answer names its process, and process(action=...) says how it stands, shows its log, writes to it or "
    "ends it."
)
_TOLD: Final = (
    " With notify_on_complete=true you are told when a background command has ended, and with watch_patterns when it "
    "prints a line with one of these texts."
)
_NOT_TOLD: Final = (
    " Nothing can be delivered to you once this turn has ended, so leave notify_on_complete and watch_patterns out and "
    "ask with process(action='poll') or process(action='wait')."
)


def terminal_tool(processes: Processes | AsyncProcesses) -> Tool:
    """Return the tool `terminal`, of the color of `processes`, whose policy holds for all that it runs."""
    terminal = Terminal(processes) if isinstance(processes, Processes) else AsyncTerminal(processes)
    return tool(terminal.terminal, description=_WHAT, describe=_describe, longest=_LONGEST)


def process_tool(processes: Processes | AsyncProcesses) -> Tool:
    """Return the tool `process`, of the color of `processes`, for the processes of the session that asks."""
    desk = ProcessDesk(processes) if isinstance(processes, Processes) else AsyncProcessDesk(processes)
    return tool(desk.process, longest=_LONGEST)


def process_tools(processes: Processes | AsyncProcesses) -> list[Tool]:
    """Return `terminal` and `process`, of the color of `processes`."""
    return [terminal_tool(processes), process_tool(processes)]


def _describe(abilities: Abilities) -> str:
    return _WHAT + (_TOLD if abilities.can_deliver_late else _NOT_TOLD)
