"""Background processes: started as the operator's policy allows, listed, read, written to and ended."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from duotone.runtime import AsyncProcesses, ProcessInfo
from duotone.server.asking import Administrator, Caller, Grounded, Id, Reader, Runner
from duotone.server.ground import Ground
from duotone.server.problems import Problem, answers
from duotone.server.schemas.operating import Input, NewProcess, OutputBody, ProcessBody, Stop
from duotone.server.schemas.pages import After, Most, Page

__all__ = [
    "get_process",
    "kill_process",
    "list_processes",
    "read_process_output",
    "router",
    "start_process",
    "write_process_input",
]

router = APIRouter(prefix="/api/processes", tags=["processes"])

_PATIENCE = 5.0
"""Seconds for which an answer waits for a process to end."""


@router.get("", operation_id="list_processes")
async def list_processes(caller: Reader, ground: Grounded, after: After = "", limit: Most = 100) -> Page[ProcessBody]:
    """List the processes of the caller, the oldest first."""
    own = await ground.commands_of(caller.owns)
    start = next((place + 1 for place, info in enumerate(own) if info.id == after), 0)
    items = [ProcessBody.of(info) for info in own[start : start + limit]]
    return Page(items=items, next=items[-1].id if len(own) > start + limit else None)


@router.post("", operation_id="start_process", status_code=201)
async def start_process(body: NewProcess, caller: Administrator, ground: Grounded) -> ProcessBody:
    """Start a command in the background."""
    processes = _offered(ground)
    session = caller.named(body.session or "processes")
    return ProcessBody.of(await processes.start(body.command, session=session, cwd=body.cwd, timeout=body.timeout))


@router.get("/{process}", operation_id="get_process", responses=answers(404))
async def get_process(process: Id, caller: Reader, ground: Grounded) -> ProcessBody:
    """Return how a process stands."""
    return ProcessBody.of((await _found(ground, caller, process))[1])


@router.get("/{process}/output", operation_id="read_process_output", responses=answers(404))
async def read_process_output(
    process: Id,
    caller: Reader,
    ground: Grounded,
    after: Annotated[
        int, Query(ge=-1, le=2**62, description="The `end` of the part before; -1 for the end.", examples=[0])
    ] = -1,
    limit: Annotated[int, Query(ge=1, le=1_000_000, description="How many bytes at most.", examples=[30000])] = 30_000,
) -> OutputBody:
    """Read a part of what a process has printed."""
    processes, info = await _found(ground, caller, process)
    return OutputBody.of(await processes.output(info.id, after=after, limit=limit))


@router.post("/{process}/input", operation_id="write_process_input", responses=answers(404, 409))
async def write_process_input(process: Id, body: Input, caller: Runner, ground: Grounded) -> ProcessBody:
    """Let a process read something."""
    processes, info = await _found(ground, caller, process)
    if body.text:
        await processes.write(info.id, body.text)
    if body.close:
        await processes.close_input(info.id)
    return ProcessBody.of(await processes.poll(info.id))


@router.post("/{process}/kill", operation_id="kill_process", responses=answers(404))
async def kill_process(process: Id, body: Stop, caller: Runner, ground: Grounded) -> ProcessBody:
    """End a process with everything that came from it; it is `stopping` if that takes longer than this."""
    processes, info = await _found(ground, caller, process)
    ended = await processes.kill(info.id, by=caller.name, at_once=body.at_once, timeout=_PATIENCE)
    return ProcessBody.of(ended)


def _offered(ground: Ground) -> AsyncProcesses:
    if ground.processes is None:
        remedy = "let the operator give the server a policy for commands"
        raise Problem(403, "NoCommands", "this server runs no commands", remedy)
    return ground.processes


async def _found(ground: Ground, caller: Caller, process: str) -> tuple[AsyncProcesses, ProcessInfo]:
    """Return a process of the caller; raises a problem 404 if they have none of this name."""
    found = next((info for info in await ground.commands_of(caller.owns) if info.id == process), None)
    if ground.processes is None or found is None:
        remedy = "list them with GET /api/processes"
        raise Problem(404, "NoSuchProcess", f"there is no process {process!r}", remedy)
    return ground.processes, found
