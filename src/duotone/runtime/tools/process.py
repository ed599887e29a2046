"""The tool with which an agent looks after the commands that it has left in the background."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from duotone.errors import BadInput, NoSuchProcess
from duotone.runtime.events import Json
from duotone.runtime.processes import AsyncProcesses, Output, Processes, ProcessInfo, ProcessState
from duotone.runtime.tools.context import ToolContext
from duotone.runtime.tools.tool import Tool, tool

__all__ = ["AsyncProcessDesk", "ProcessAction", "ProcessDesk", "process_tool"]

ProcessAction: TypeAlias = Literal["list", "poll", "wait", "log", "kill", "write", "close"]

_TAIL: Final = 2_000
"""Bytes of the output that come with a state."""
_MOST: Final = 20_000
"""Bytes of the output that a log shows at once."""
_LONGEST: Final = 4 * _MOST
_KILLING: Final = 30.0
"""Seconds for which an agent waits for a process that it ends."""


def process_tool(processes: Processes | AsyncProcesses) -> Tool:
    """Return the tool `process`, of the color of `processes`, for the processes of the session that asks."""
    desk = ProcessDesk(processes) if isinstance(processes, Processes) else AsyncProcessDesk(processes)
    return tool(desk.process, longest=_LONGEST)


@dataclass(frozen=True, slots=True)
class ProcessDesk:
    """Looks after processes for sync agents."""

    processes: Processes

    def process(  # noqa: PLR0913  # what an agent can ask for
        self,
        action: ProcessAction,
        *,
        context: ToolContext,
        process: str | None = None,
        timeout: float = 60.0,
        after: int = -1,
        limit: int = _MOST,
        text: str = "",
    ) -> Mapping[str, Json]:
        """Look after the commands that run in the background.

        Args:
            action: list them all, or for one: poll how it stands, wait for its end, show its log, kill it, write to
                its input, or close its input
            context: for which call; no agent sees it
            process: which one, by the name that terminal gave it; only list needs none
            timeout: seconds to wait at most
            after: the byte of the log to begin after; leave it out for the end of the log
            limit: bytes of the log to show
            text: what to write; end a line with a line break
        """
        if action == "list":
            return _listed([info for name in _sessions(context) for info in self.processes.list(name)])
        info = _own(context, self.processes.poll(_named(process)))
        ask = _deed(self.processes, action, info, context, timeout=timeout, after=after, limit=limit, text=text)
        answer = ask()
        tail = self.processes.output(info.id, limit=_TAIL) if isinstance(answer, ProcessInfo) else None
        return _shown(info.id, answer, tail)


@dataclass(frozen=True, slots=True)
class AsyncProcessDesk:
    """Looks after processes for async agents."""

    processes: AsyncProcesses

    async def process(  # noqa: PLR0913  # what an agent can ask for
        self,
        action: ProcessAction,
        *,
        context: ToolContext,
        process: str | None = None,
        timeout: float = 60.0,
        after: int = -1,
        limit: int = _MOST,
        text: str = "",
    ) -> Mapping[str, Json]:
        """Look after the commands that run in the background.

        Args:
            action: list them all, or for one: poll how it stands, wait for its end, show its log, kill it, write to
                its input, or close its input
            context: for which call; no agent sees it
            process: which one, by the name that terminal gave it; only list needs none
            timeout: seconds to wait at most
            after: the byte of the log to begin after; leave it out for the end of the log
            limit: bytes of the log to show
            text: what to write; end a line with a line break
        """
        if action == "list":
            return _listed([info for name in _sessions(context) for info in await self.processes.list(name)])
        info = _own(context, await self.processes.poll(_named(process)))
        ask = _deed(self.processes, action, info, context, timeout=timeout, after=after, limit=limit, text=text)
        answer = await ask()
        tail = await self.processes.output(info.id, limit=_TAIL) if isinstance(answer, ProcessInfo) else None
        return _shown(info.id, answer, tail)


def _deed(
    processes: Any, action: ProcessAction, info: ProcessInfo, context: ToolContext, **given: Any
) -> Callable[[], Any]:
    """Return what calls the method of either face for an action."""
    name = info.id
    who = context.participant or "agent"
    deeds: dict[str, Callable[[], Any]] = {
        "poll": lambda: processes.poll(name),
        "wait": lambda: processes.wait(name, max(0.0, given["timeout"])),
        "log": lambda: processes.output(name, after=given["after"], limit=min(max(1, given["limit"]), _MOST)),
        "kill": lambda: processes.kill(name, by=who, timeout=min(max(0.0, given["timeout"]), _KILLING)),
        "write": lambda: processes.write(name, given["text"]),
        "close": lambda: processes.close_input(name),
    }
    return deeds[action]


def _named(process: str | None) -> str:
    if not process:
        raise BadInput("process", "is missing; action='list' shows the names of all")
    return process


def _sessions(context: ToolContext) -> list[str]:
    return [context.session, *context.origins]


def _own(context: ToolContext, info: ProcessInfo) -> ProcessInfo:
    """Return a process of the session that asks; those of others are none of its business."""
    if info.session not in _sessions(context):
        raise NoSuchProcess(info.id)
    return info


def _listed(infos: list[ProcessInfo]) -> Mapping[str, Json]:
    return {"processes": [_standing(info) for info in infos]}


def _standing(info: ProcessInfo) -> dict[str, Json]:
    told: dict[str, Json] = {"process": info.id, "command": info.command, "state": info.state.value}
    if info.state.is_over:
        told["exit_code"] = info.code
    if info.reason is not None:
        told["reason"] = info.reason
    if info.state is ProcessState.STOPPING:
        told["note"] = "it was told to end and has not ended yet: wait for it, or kill it again"
    return told


def _shown(process: str, answer: ProcessInfo | Output | None, tail: Output | None) -> Mapping[str, Json]:
    if isinstance(answer, ProcessInfo):
        assert tail is not None
        return {**_standing(answer), "output": tail.text, "bytes": tail.total}
    if isinstance(answer, Output):
        shown: dict[str, Json] = {"output": answer.text, "start": answer.start, "end": answer.end}
        missing: dict[str, Json] = {"missing": answer.missing} if answer.missing else {}
        return {"process": process, **shown, "bytes": answer.total, **missing}
    return {"process": process, "done": True}
