"""Runs, whatever they are of: read, waited for, cancelled, resumed, decided, replayed, branched and drawn."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from duotone.contract.offloading import offload
from duotone.errors import RunFinished
from duotone.runtime import RunRow, Status
from duotone.runtime.log import Selection
from duotone.server.asking import Caller, Grounded, Id, Reader, Runner, owned, owned_run
from duotone.server.drawing import Format, graph_of_run
from duotone.server.ground import Ground
from duotone.server.problems import Problem, answers
from duotone.server.requests import Key, claim
from duotone.server.schemas.pages import After, Most, Page
from duotone.server.schemas.runs import Branching, Cancelling, Deciding, ReplayBody, RunBody, RunSummary
from duotone.server.schemas.workflows import GraphBody
from duotone.server.starting import begun, gone_on, new_run, shown, waited

__all__ = [
    "branch_run",
    "cancel_run",
    "decide_step",
    "get_run",
    "get_run_graph",
    "list_runs",
    "replay_run",
    "resume_run",
    "router",
    "runs_of",
    "wait_for_run",
]

router = APIRouter(prefix="/api/runs", tags=["runs"])

_UNDOABLE = {Status.COMPLETED, Status.COMPENSATED, Status.ESCALATED}


@router.get("", operation_id="list_runs", responses=answers(404))
async def list_runs(  # noqa: PLR0913  # what can be asked for
    *,
    caller: Reader,
    ground: Grounded,
    status: Annotated[
        list[Status] | None, Query(description="Only those that stand so; again for more.", examples=[["running"]])
    ] = None,
    kind: Annotated[
        str | None,
        Query(pattern=r"^[a-z]{1,32}$", description="Only workflows, sagas or turns.", examples=["workflow"]),
    ] = None,
    session: Annotated[
        str | None, Query(max_length=200, description="Only those of this one.", examples=["review-7"])
    ] = None,
    after: After = "",
    limit: Most = 100,
) -> Page[RunSummary]:
    """List the runs of the caller, those that began last first."""
    return await runs_of(ground, caller, status=status, kind=kind, session=session, after=after, limit=limit)


async def runs_of(  # noqa: PLR0913  # what can be asked for
    ground: Ground,
    caller: Caller,
    *,
    status: list[Status] | None = None,
    kind: str | None = None,
    session: str | None = None,
    after: str = "",
    limit: int = 100,
) -> Page[RunSummary]:
    """Return a page of the runs of a caller."""
    selection = Selection(
        within=caller.names,
        session=None if session is None else await owned(ground, caller, session),
        status=None if status is None else tuple(status),
        kind=kind,
        after=(await owned_run(ground, caller, after)).run if after else None,
        limit=limit + 1,
    )
    rows = await ground.runtime.log.select_runs(selection)
    items = [RunSummary.of(row) for row in rows[:limit]]
    return Page(items=items, next=items[-1].id if len(rows) > limit else None)


@router.get("/{run}", operation_id="get_run", responses=answers(404))
async def get_run(run: Id, caller: Reader, ground: Grounded) -> RunBody:
    """Return how a run stands."""
    return await shown(ground.runtime, await owned_run(ground, caller, run))


@router.get("/{run}/wait", operation_id="wait_for_run", responses=answers(404))
async def wait_for_run(
    run: Id,
    caller: Reader,
    ground: Grounded,
    seconds: Annotated[float, Query(ge=0, le=300, description="How long to wait at most.", examples=[10])] = 10.0,
) -> RunBody:
    """Return how a run stands once it has ended or waits for a person, or the time is up; see its `status`."""
    row = await waited(ground, await owned_run(ground, caller, run), seconds)
    return await shown(ground.runtime, row)


@router.post("/{run}/cancel", operation_id="cancel_run", status_code=202, responses=answers(404, 409))
async def cancel_run(run: Id, body: Cancelling, caller: Runner, ground: Grounded) -> RunBody:
    """Ask for a run to be undone and to end; what it is at is stopped within a moment."""
    row = await owned_run(ground, caller, run)
    if Status(row.status).is_final:
        raise RunFinished(run, row.status, "cancelled", "it has ended already")
    work = ground.runtime.cancel(row.run, body.reason, by=caller.name)
    await ground.keep(work, f"cancel {row.run}")
    return await shown(ground.runtime, row)


@router.post("/{run}/resume", operation_id="resume_run", status_code=202, responses=answers(404, 409))
async def resume_run(run: Id, caller: Runner, ground: Grounded) -> RunBody:
    """Go on with a run that failed, was cancelled, waits, or whose process has ended."""
    row = await owned_run(ground, caller, run)
    if row.status in _UNDOABLE:
        raise RunFinished(run, row.status, "resumed", "branch another run from it")
    conversation = await ground.opened(row.session) if row.kind == "turn" else None
    if conversation is not None and conversation.last.run == row.run:
        return await shown(ground.runtime, await gone_on(ground, conversation))
    return await shown(ground.runtime, await begun(ground, row.run, ground.runtime.resume(row.run), fence=row.fence))


@router.post("/{run}/decide", operation_id="decide_step", responses=answers(404, 409))
async def decide_step(run: Id, body: Deciding, caller: Runner, ground: Grounded) -> RunBody:
    """Say what became of a step whose outcome is unknown; resume the run to go on from there."""
    row = await owned_run(ground, caller, run)
    await ground.runtime.decide(row.run, body.step, body.decision, body.result, by=caller.name)
    return await shown(ground.runtime, row)


@router.get("/{run}/replay", operation_id="replay_run", responses=answers(404))
async def replay_run(
    run: Id,
    caller: Reader,
    ground: Grounded,
    after: Annotated[int, Query(ge=0, le=2**62, description="How many moments to pass over.", examples=[0])] = 0,
    limit: Most = 100,
) -> ReplayBody:
    """Fold the events of a run again, without calling anything, and say whether each follows from those before."""
    row = await owned_run(ground, caller, run)
    replay = await ground.runtime.replay(row.run)
    return await offload(ReplayBody.of, run, replay, after, limit)


@router.post("/{run}/branch", operation_id="branch_run", status_code=202, responses=answers(404, 409))
async def branch_run(run: Id, body: Branching, caller: Runner, ground: Grounded, key: Key = None) -> RunBody:
    """Begin a run that has what this one had before a step, and goes its own way from there."""
    row = await owned_run(ground, caller, run)
    if row.kind == "turn":
        raise Problem(409, "NoBranch", "a turn can't be branched", "fork its conversation")
    branch = caller.inside(new_run(row.name))
    claimed = await claim(ground, caller, key, ["branch", row.run, body.model_dump()], branch)
    known = await _known(ground, claimed.resource) if claimed.is_known else None
    if known is None:
        work = ground.runtime.branch(row.run, body.step, body.inputs, id=claimed.resource)
        known = await begun(ground, claimed.resource, work)
    return await shown(ground.runtime, known)


async def _known(ground: Ground, run: str) -> RunRow | None:
    return await ground.runtime.log.run(run)


@router.get("/{run}/graph", operation_id="get_run_graph", responses=answers(404))
async def get_run_graph(run: Id, caller: Reader, ground: Grounded, format: Format = None) -> GraphBody:  # noqa: A002
    """Return the steps of a run with how far each has come."""
    row = await owned_run(ground, caller, run)
    events = await ground.runtime.log.read_run(row.run)
    return await offload(graph_of_run, row, events, format)
