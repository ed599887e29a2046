"""Events as they are sent."""

from __future__ import annotations

from pydantic import BaseModel, Field, JsonValue

from duotone.runtime import Event
from duotone.server.tenancy import outside, outside_run

__all__ = ["EventBody"]


class EventBody(BaseModel):
    """Something that happened; `hash` seals it and all before it in its session."""

    id: int = Field(description="Grows over the whole log.", examples=[4711])
    session: str
    seq: int = Field(description="Counts from 1 in its session.")
    kind: str = Field(examples=["step.ended"])
    at: float = Field(description="Seconds since the epoch.")
    run: str | None
    data: dict[str, JsonValue]
    hash: str

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
