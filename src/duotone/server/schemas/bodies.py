"""What all bodies of requests have in common: nothing unknown, and nothing that JSON can't hold."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue

from duotone.runtime.events import encoded

__all__ = ["Body", "Inputs", "Name", "Reason", "Seconds", "Text", "Value"]


def _keepable(value: JsonValue) -> JsonValue:
    """Return a value that the log can keep; raises `ValueError` for a number or a character that JSON has not."""
    encoded({"": value}).encode()
    return value


Value = Annotated[JsonValue, AfterValidator(_keepable)]
Inputs = Annotated[dict[str, JsonValue], AfterValidator(_keepable)]

Seconds = Annotated[float, Field(gt=0, le=1e9)]
Name = Annotated[str, Field(min_length=1, max_length=128, pattern=r"^[^\x00-\x1f\x7f]+$", examples=["ada"])]
Reason = Annotated[str, Field(max_length=2000, description="Why, as the log has it.", examples=["asked for"])]
Text = Annotated[str, Field(min_length=1, max_length=1_000_000)]


class Body(BaseModel):
    """A body that somebody sends."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)
