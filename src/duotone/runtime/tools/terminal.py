"""The tool with which an agent runs commands, and waits for them or leaves them in the background."""

from __future__ import annotations

import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from duotone.runtime.delivery.channels import Abilities
from duotone.runtime.events import Json
from duotone.runtime.processes import AsyncProcesses, Finished, Processes, ProcessInfo, ProcessState
from duotone.runtime.tools.context import ToolContext
from duotone.runtime.tools.process import process_tool
from duotone.runtime.tools.tool import Tool, tool

__all__ = ["AsyncTerminal", "Terminal", "process_tools", "terminal_tool"]

_SHOWN: Final = 20_000
"""Bytes of an output that an agent sees; of more, the beginning and the end."""
_LONGEST: Final = 4 * _SHOWN

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


def process_tools(processes: Processes | AsyncProcesses) -> list[Tool]:
    """Return `terminal` and `process`, of the color of `processes`."""
    return [terminal_tool(processes), process_tool(processes)]


def _describe(abilities: Abilities) -> str:
    return _WHAT + (_TOLD if abilities.can_deliver_late else _NOT_TOLD)


@dataclass(frozen=True, slots=True)
class Terminal:
    """Runs commands for sync agents."""

    processes: Processes

    def terminal(  # noqa: PLR0913  # what an agent can ask for
        self,
        command: str,
        *,
        context: ToolContext,
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        timeout: float | None = None,
        background: bool = False,
        notify_on_complete: bool = False,
        watch_patterns: list[str] | None = None,
    ) -> Mapping[str, Json]:
        """Run a command in the shell.

        Args:
            command: a line for the shell
            context: for which call; no agent sees it
            cwd: the directory to run it in
            env: variables for it, besides those that all commands get
            timeout: seconds after which it is ended
            background: return at once, and let it go on
            notify_on_complete: be told when it has ended, if it is in the background
            watch_patterns: be told when it prints a line with one of these texts, if it is in the background
        """
        if background:
            wishes = _wishes(context, notify_on_complete, watch_patterns)
            info = self.processes.start(command, cwd=cwd, env=env, timeout=timeout, **wishes)
            return _started(info, notify_on_complete, watch_patterns)
        return _ended(self.processes.run(command, cwd=cwd, env=env, timeout=timeout, show=_SHOWN))


@dataclass(frozen=True, slots=True)
class AsyncTerminal:
    """Runs commands for async agents."""

    processes: AsyncProcesses

    async def terminal(  # noqa: PLR0913  # what an agent can ask for
        self,
        command: str,
        *,
        context: ToolContext,
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        timeout: float | None = None,
        background: bool = False,
        notify_on_complete: bool = False,
        watch_patterns: list[str] | None = None,
    ) -> Mapping[str, Json]:
        """Run a command in the shell.

        Args:
            command: a line for the shell
            context: for which call; no agent sees it
            cwd: the directory to run it in
            env: variables for it, besides those that all commands get
            timeout: seconds after which it is ended
            background: return at once, and let it go on
            notify_on_complete: be told when it has ended, if it is in the background
            watch_patterns: be told when it prints a line with one of these texts, if it is in the background
        """
        if background:
            wishes = _wishes(context, notify_on_complete, watch_patterns)
            info = await self.processes.start(command, cwd=cwd, env=env, timeout=timeout, **wishes)
            return _started(info, notify_on_complete, watch_patterns)
        return _ended(await self.processes.run(command, cwd=cwd, env=env, timeout=timeout, show=_SHOWN))


def _wishes(context: ToolContext, notify: bool, watch: Sequence[str] | None) -> dict[str, Any]:  # noqa: FBT001
    asked = {"notify": notify, "watch": [text for text in watch or () if text]}
    return {"session": context.session, "run": context.run or None, **asked}


def _started(info: ProcessInfo, notify: bool, watch: Sequence[str] | None) -> Mapping[str, Json]:  # noqa: FBT001
    """Return what an agent is told of a process that runs: each wish is on only if it was promised."""
    told: dict[str, Json] = {"process": info.id, "state": info.state.value, "pid": info.pid}
    if notify:
        told["notify_on_complete"] = info.promise is not None
    if watch:
        told["watch_patterns"] = [] if info.watch is None else list(watch)
    if info.note is not None:
        told["note"] = f"it runs, but you will not be told of it: {info.note}"
    return told


def _ended(done: Finished) -> Mapping[str, Json]:
    """Return what an agent is told of a command that has ended."""
    told: dict[str, Json] = {"exit_code": done.code, "output": done.output}
    if done.code is not None and done.code < 0:
        told["signal"] = signal.Signals(-done.code).name
    notes = [*_why(done), *_left(done)]
    return {**told, "note": "; ".join(notes)} if notes else told


def _why(done: Finished) -> list[str]:
    if done.is_timeout:
        return ["its time was up, so it was ended: give it a longer timeout, or run it with background=true"]
    if done.state is not ProcessState.ENDED:
        return [f"it is {done.state.value}: {done.reason}"]
    return [] if done.reason is None else [f"it did not end by itself: {done.reason}"]


def _left(done: Finished) -> list[str]:
    if not done.left:
        return []
    return [f"{done.left} of its processes went on and were ended with it: run what is to go on with background=true"]
