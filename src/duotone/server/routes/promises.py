"""Promises to deliver something once a turn has ended, and what has become of them: the outbox."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from duotone.runtime.delivery.standing import PromiseStatus, Standing
from duotone.runtime.log import PromiseRow, Selection
from duotone.server.asking import Caller, Grounded, Id, Reader, Runner
from duotone.server.ground import Ground
from duotone.server.problems import Problem, answers
from duotone.server.schemas.operating import PromiseBody, PromiseSummary, Withdrawal, Withdrawn
from duotone.server.schemas.pages import After, Most, Page

__all__ = ["get_promise", "list_promises", "router", "withdraw_promise"]

router = APIRouter(prefix="/api/promises", tags=["promises"])


@router.get("", operation_id="list_promises", responses=answers(404))
async def list_promises(
    caller: Reader,
    ground: Grounded,
    status: Annotated[
        list[PromiseStatus] | None,
        Query(description="Only those that stand so; again for more.", examples=[["promised"]]),
    ] = None,
    after: After = "",
    limit: Most = 100,
) -> Page[PromiseSummary]:
    """List the promises of the caller, those of which was heard last first."""
    wanted = Selection(
        within=caller.names,
        status=None if status is None else tuple(status),
        after=(await _row(ground, caller, after)).promise if after else None,
        limit=limit + 1,
    )
    rows = await ground.runtime.log.select_promises(wanted)
    items = [PromiseSummary.of(row) for row in rows[:limit]]
    return Page(items=items, next=items[-1].id if len(rows) > limit else None)


@router.get("/{promise}", operation_id="get_promise", responses=answers(404))
async def get_promise(promise: Id, caller: Reader, ground: Grounded) -> PromiseBody:
    """Return a promise with its tries and incidents."""
    row = await _row(ground, caller, promise)
    return PromiseBody.about_standing(row, await _standing(ground, row))


@router.post("/{promise}/withdraw", operation_id="withdraw_promise", responses=answers(404))
async def withdraw_promise(promise: Id, body: Withdrawal, caller: Runner, ground: Grounded) -> Withdrawn:
    """Say that nobody needs it any more; not done if it is being delivered, or has ended."""
    row = await _row(ground, caller, promise)
    standing = await _standing(ground, row)
    return Withdrawn(done=await ground.runtime.outbox.withdraw(standing.promise, body.reason))


async def _row(ground: Ground, caller: Caller, promise: str) -> PromiseRow:
    """Return a promise of the caller; raises a problem 404 if they have none of this name."""
    row = await ground.runtime.log.promise(promise)
    if row is None or not caller.owns(row.session):
        remedy = "list them with GET /api/promises"
        raise Problem(404, "NoSuchPromise", f"there is no promise {promise!r}", remedy)
    return row


async def _standing(ground: Ground, row: PromiseRow) -> Standing:
    standings = await ground.runtime.outbox.promises(row.session)
    return next(one for one in standings if one.promise.id == row.promise)
