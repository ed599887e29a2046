"""What an operator asks: whether the server lives, whether it can do its work, and the figures of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from fastapi import APIRouter
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import BaseModel, Field

from duotone.server.asking import Grounded, Reader
from duotone.server.ground import Ground
from duotone.server.metrics import metric, text_of

__all__ = ["FactBody", "Health", "Ready", "read_health", "read_metrics", "read_readiness", "router"]

router = APIRouter(tags=["operating"])


class Health(BaseModel):
    """The server lives."""

    status: str = Field("ok", description="That it answers at all.", examples=["ok"])


class FactBody(BaseModel):
    """One thing that a deployment can or can't do."""

    what: str = Field(description="What it is about.", examples=["several machines"])
    ability: str = Field(examples=["refused"], description="One of ok, limited, refused and broken.")
    found: str = Field(description="How that stands.", examples=["a file serves the processes of one machine"])
    instead: str = Field(
        description="What to do about it.", examples=["duotone migrate FILE postgresql://…, and name that"]
    )


class Ready(BaseModel):
    """Whether the server can do its work, and what is in the way."""

    status: str = Field(description="Whether requests can be served: ready or unready.", examples=["ready"])
    faults: dict[str, str] = Field(examples=[{}], description="What doesn't work, and what to do about it.")
    deployment: list[FactBody] = Field(
        examples=[[]], description="What this deployment can and can't do, as it was found at `deployment_at`."
    )
    deployment_at: float = Field(
        examples=[1760000000.0], description="When the deployment was looked at, in seconds since the epoch."
    )


@router.get("/healthz", operation_id="read_health")
async def read_health() -> Health:
    """Tell that the server lives."""
    return Health(status="ok")


@router.get(
    "/readyz",
    operation_id="read_readiness",
    response_model=Ready,
    responses={503: {"description": "Something doesn't work.", "model": Ready}},
)
async def read_readiness(ground: Grounded) -> JSONResponse:
    """Tell whether requests can be served, and what is in the way."""
    faults, found = await asyncio.gather(ground.readiness.faults(), ground.deployment.fresh())
    facts = [FactBody.model_validate(fact.to_json()) for fact in found]
    status = "unready" if faults else "ready"
    body = Ready(status=status, faults=dict(faults), deployment=facts, deployment_at=ground.deployment.at)
    return JSONResponse(body.model_dump(), 503 if faults else 200)


@router.get(
    "/metrics",
    operation_id="read_metrics",
    response_class=PlainTextResponse,
    responses={200: {"description": "Figures in the text format of Prometheus."}},
)
async def read_metrics(_: Reader, ground: Grounded) -> PlainTextResponse:
    """Return the figures of this process."""
    faults = await ground.readiness.faults()
    ready = (
        line
        for name in ground.readiness.names
        for line in metric("duotone_ready", "Whether a part works.", "gauge", int(name not in faults), part=name)
    )
    text = text_of(ground.metrics, [*_of_work(ground), *ready])
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4; charset=utf-8")


def _of_work(ground: Ground) -> Iterable[str]:
    tail = ground.tail
    yield from metric("duotone_work_under_way", "Runs and turns that requests have begun.", "gauge", len(ground.going))
    yield from metric("duotone_stream_subscribers", "Open streams.", "gauge", len(tail))
    yield from metric("duotone_stream_events_total", "Events that were shown to streams.", "counter", tail.events)
    yield from metric("duotone_stream_resyncs_total", "Times that a slow reader fell behind.", "counter", tail.resyncs)
    yield from metric("duotone_stream_failures_total", "Times the log was unreadable.", "counter", tail.failures)
    keeper = ground.keeper
    yield from metric("duotone_keeper_looks_total", "Times that limits were looked at.", "counter", keeper.looks)
    for name, count in {**keeper.failures, **ground.watchman.failures}.items():
        text = "Times that something could not be looked after."
        yield from metric("duotone_keeper_failures_total", text, "counter", count, of=name)
