"""How much there is of everything, for whoever asks."""

from __future__ import annotations

from collections import Counter

from fastapi import APIRouter

from duotone.server.asking import Grounded, Reader
from duotone.server.schemas.operating import KeepingBody, Statistics

__all__ = ["get_statistics", "router"]

router = APIRouter(prefix="/api/statistics", tags=["statistics"])


@router.get("", operation_id="get_statistics")
async def get_statistics(caller: Reader, ground: Grounded) -> Statistics:
    """Count what the caller can see."""
    tally = await ground.runtime.log.tally(caller.names)
    infos = await ground.commands_of(caller.owns)
    return Statistics(
        sessions=tally.sessions,
        events=tally.events,
        runs=dict(tally.runs),
        promises=dict(tally.promises),
        processes=dict(Counter(str(info.state) for info in infos)),
        going=len(ground.going),
        keeping=KeepingBody(
            looks=ground.keeper.looks, seconds=round(ground.keeper.took, 6), failures=dict(ground.keeper.failures)
        ),
    )
