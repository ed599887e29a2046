"""Events as they are sent."""

from __future__ import annotations

from pydantic import BaseModel, Field, JsonValue

from duotone.runtime import Event
from duotone.server.schemas.fields import Hash, SessionId, Time
from duotone.server.tenancy import outside, outside_run

__all__ = ["EventBody"]


class EventBody(BaseModel):
    """Something that happened; `hash` seals it and all before it in its session."""

    id: int = Field(description="Grows over the whole log.", examples=[4711])
    session: SessionId
    seq: int = Field(description="Counts from 1 in its session.", examples=[3])
    kind: str = Field(description="What happened.", examples=["step.ended"])
    at: Time
    run: str | None = Field(description="The run that it is of.", examples=["order-3f2a"])
    data: dict[str, JsonValue] = Field(
        description="What is known of it.", examples=[{"step": "charge", "outcome": "ok"}]
    )
    hash: Hash = Field(description="Seals it and all before it in its session.")

    @classmethod
    def of(cls, event: Event) -> EventBody:
        """Return an event as it is sent."""
        return cls.model_construct(
            id=event.id,
            session=outside(event.session),
            seq=event.seq,
            kind=event.kind,
            at=event.at,
            run=None if event.run is None else outside_run(event.run),
            data=event.data,
            hash=event.hash,
        )
