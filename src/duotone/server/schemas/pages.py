"""A part of a long list, and how to ask for the next one."""

from __future__ import annotations

from typing import Annotated, Generic, TypeVar

from fastapi import Query
from pydantic import BaseModel, Field

__all__ = ["After", "Most", "Page"]

T = TypeVar("T")

Most = Annotated[int, Query(ge=1, le=1000, description="How many at most.", examples=[100])]
After = Annotated[
    str,
    Query(
        max_length=256,
        pattern=r"^[^\x00]*$",
        description="The `next` of the page before this one.",
        examples=["review-7"],
    ),
]


class Page(BaseModel, Generic[T]):
    """A part of a list."""

    items: list[T] = Field(description="What is in this part.")
    next: str | None = Field(
        default=None, description="What to ask for as `after` to get more; nothing if this is the end.", examples=[None]
    )
