"""Events, read page by page: of all sessions of the caller, of one, or of one run."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from duotone.contract.offloading import offload
from duotone.runtime import Event
from duotone.server.asking import Grounded, Id, Reader, owned, owned_run
from duotone.server.problems import answers
from duotone.server.schemas.events import EventBody
from duotone.server.schemas.pages import Most, Page

__all__ = ["Past", "list_events", "list_run_events", "list_session_events", "router"]

router = APIRouter(prefix="/api", tags=["events"])

_MOST_LOOKED_AT = 10_000
"""So many events of others are passed over for one page; the next one goes on from there."""

Past = Annotated[int, Query(ge=0, le=2**62, description="The `next` of the page before this one.", examples=[0])]


@router.get("/events", operation_id="list_events")
async def list_events(caller: Reader, ground: Grounded, after: Past = 0, limit: Most = 100) -> Page[EventBody]:
    """Read the events of all sessions of the caller in the order of their ids."""
    found: list[Event] = []
    looked_at = 0
    while len(found) < limit and looked_at < _MOST_LOOKED_AT:
        events = await ground.runtime.log.read_all(after=after, limit=1000)
        if not events:
            return await _page(found, None)
        mine = [event for event in events if caller.owns(event.session)][: limit - len(found)]
        found += mine
        after = mine[-1].id if len(found) == limit else events[-1].id
        looked_at += len(events)
    return await _page(found, after)


@router.get("/sessions/{session}/events", operation_id="list_session_events", responses=answers(404))
async def list_session_events(
    session: Id, caller: Reader, ground: Grounded, after: Past = 0, limit: Most = 100
) -> Page[EventBody]:
    """Read the events of a session, conversation or run in the order of their numbers."""
    name = await owned(ground, caller, session)
    events = await ground.runtime.log.read(name, after=after, limit=limit + 1)
    return await _page(events[:limit], events[limit - 1].seq if len(events) > limit else None)


@router.get("/runs/{run}/events", operation_id="list_run_events", responses=answers(404))
async def list_run_events(
    run: Id, caller: Reader, ground: Grounded, after: Past = 0, limit: Most = 100
) -> Page[EventBody]:
    """Read the events of a run in the order of their ids."""
    row = await owned_run(ground, caller, run)
    events = await ground.runtime.log.read_run(row.run, after=after, limit=limit + 1)
    return await _page(events[:limit], events[limit - 1].id if len(events) > limit else None)


async def _page(events: list[Event], last: int | None) -> Page[EventBody]:
    items = await offload(lambda: [EventBody.of(event) for event in events])
    return Page(items=items, next=None if last is None else str(last))
