"""Drives: workflows at DBOS, each of which drives a run of ours as far as it goes, in the process that began it.

A drive is never executed a second time. Who takes over a run begins the next drive, which goes on from the log, and
calls off the one of the dead: from there on DBOS takes nothing from that one, and neither does the log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from dbos import (
    DBOS,
    PortableWorkflowError,
    SetWorkflowAttributes,
    SetWorkflowID,
    WorkflowHandleAsync,
    WorkflowStatus,
)
from dbos import (
    error as problems,
)

from duotone.errors import EngineDown, RunFailed, RunFinished, RunTaken
from duotone.runtime.engines.results import result_from
from duotone.runtime.outcomes import RunResult

__all__ = [
    "REFUSALS",
    "CalledOff",
    "Drive",
    "Driving",
    "Handle",
    "active",
    "begin",
    "call_off",
    "driving",
    "ended",
    "find",
    "last",
    "order_of",
    "result",
]

Driving = Callable[[], Coroutine[Any, Any, dict[str, Any]]]
Handle = WorkflowHandleAsync[dict[str, Any]]

_ACTIVE = ["PENDING", "ENQUEUED", "DELAYED"]
_POLL = 0.2
"""Seconds between two looks whether a drive of another process has ended."""
_begun: dict[str, Driving] = {}
"""What the drives do that this process is about to begin."""


REFUSALS = (problems.DBOSWorkflowCancelledError, problems.DBOSWorkflowConflictIDError)
"""How DBOS says that it takes nothing more from a drive."""


class CalledOff(Exception):
    """A drive was called off at DBOS: another one goes on, or somebody has cancelled the workflow there."""

    def __init__(self, cause: BaseException) -> None:
        super().__init__(str(cause))
        self.cause = cause


@DBOS.workflow(name="duotone.drive")
async def _drive(order: dict[str, Any]) -> dict[str, Any]:
    """Drive a run; `order` has what it begins with, for whoever takes it over before that is in the log."""
    driving = _begun.pop(order["token"], None)
    if driving is None:
        message = f"a drive goes on where it began and nowhere else; resume its run instead: {order['run']}"
        raise RuntimeError(message)
    return await driving()


@dataclass(frozen=True, slots=True)
class Drive:
    """A drive as DBOS knows it."""

    name: str
    owner: str
    """The process that drives, as the log knows it."""
    is_active: bool
    is_cancelled: bool = False

    @property
    def run(self) -> str:
        """The run that it drives, with the log before it."""
        return self.name.rpartition("/")[0]

    @property
    def number(self) -> int:
        """Which of the drives of its run it is."""
        return int(self.name.rpartition("/")[2])


async def begin(name: str, owner: str, order: dict[str, Any], driving: Driving) -> Handle | None:
    """Begin a drive here; None if there is one of that name already, here or elsewhere."""
    token = uuid4().hex
    _begun[token] = driving
    try:
        with SetWorkflowID(name, workflow_id_reuse_policy="reject"), SetWorkflowAttributes({"owner": owner}):
            return await DBOS.start_workflow_async(_drive, {**order, "token": token})
    except problems.DBOSWorkflowIDInUseError:
        _begun.pop(token, None)
        return None


async def result(run: str, found: Handle | str) -> RunResult:
    """Wait for the end of a drive, begun here or elsewhere; raises `CalledOff` if it was."""
    handle: Handle = await DBOS.retrieve_workflow_async(found) if isinstance(found, str) else found
    waiting = asyncio.get_running_loop().create_task(_data_of(handle))
    try:
        await asyncio.wait({waiting})
    finally:
        waiting.cancel()
    if waiting.cancelled():
        raise EngineDown("dbos", f"the runtime was closed; run {run!r} goes on with the next one")
    try:
        return result_from(waiting.result())
    except problems.DBOSAwaitedWorkflowCancelledError as error:
        raise CalledOff(error) from error
    except PortableWorkflowError as error:
        if error.name == RunTaken.__name__:
            raise RunTaken(run, "somebody else") from error
        if error.name == RunFinished.__name__:
            raise RunFinished(run, "over", "taken over", "its owner has just ended it") from error
        raise RunFailed(run, "failed", error.message, ()) from error


async def ended(handle: Handle) -> str | None:
    """Wait for the end of a drive that was begun here; returns what has kept it from driving its run, if anything."""
    waiting = asyncio.ensure_future(_data_of(handle))
    await asyncio.wait({waiting})
    error = None if waiting.cancelled() else waiting.exception()
    return None if error is None or isinstance(error, problems.DBOSAwaitedWorkflowCancelledError) else str(error)


async def _data_of(handle: Handle) -> dict[str, Any]:
    return await handle.get_result(polling_interval_sec=_POLL)


async def find(name: str) -> Drive:
    """Return the drive of that name."""
    rows = await DBOS.list_workflows_async(workflow_ids=[name], load_input=False, load_output=False)
    return _drive_of(rows[0]) if rows else Drive(name, "", is_active=False)


async def active(prefix: str) -> list[Drive]:
    """Return the drives that have not ended, as far as DBOS knows, of all whose names begin so."""
    rows = await DBOS.list_workflows_async(
        status=_ACTIVE, workflow_id_prefix=prefix, load_input=False, load_output=False
    )
    return [_drive_of(row) for row in rows]


async def driving(run: str) -> list[Drive]:
    """Return the drives of one run that have not ended; a run inside of it begins with its name, and is another one."""
    return [one for one in await active(f"{run}/") if one.run == run]


async def last(run: str) -> Drive | None:
    """Return the last drive of a run, None if it never had one."""
    rows = await DBOS.list_workflows_async(workflow_id_prefix=f"{run}/", load_input=False, load_output=False)
    found = [one for one in map(_drive_of, rows) if one.run == run]
    return max(found, key=lambda one: one.number, default=None)


async def order_of(name: str) -> dict[str, Any]:
    """Return what a drive was begun with."""
    [row] = await DBOS.list_workflows_async(workflow_ids=[name], load_output=False)
    assert row.input is not None
    order: dict[str, Any] = row.input["args"][0]
    return order


async def call_off(name: str) -> None:
    """Let DBOS take nothing more from a drive."""
    await DBOS.cancel_workflow_async(name)


def _drive_of(row: WorkflowStatus) -> Drive:
    owner = (row.attributes or {}).get("owner", "")
    return Drive(row.workflow_id, owner, row.status in _ACTIVE, row.status == "CANCELLED")
