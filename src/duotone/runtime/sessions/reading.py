"""Reads values out of the data of events, whose types are only known by their names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from duotone.runtime.events import Json

__all__ = ["number", "optional_number", "optional_text", "rows", "table", "text", "texts"]


def text(data: Mapping[str, Json], name: str) -> str:
    """Return a text."""
    return cast("str", data[name])


def optional_text(data: Mapping[str, Json], name: str) -> str | None:
    """Return a text, or None where there is none."""
    return cast("str | None", data.get(name))


def number(data: Mapping[str, Json], name: str) -> float:
    """Return a number."""
    return cast("float", data[name])


def optional_number(data: Mapping[str, Json], name: str) -> float | None:
    """Return a number, or None where there is none."""
    return cast("float | None", data.get(name))


def table(data: Mapping[str, Json], name: str) -> Mapping[str, Json]:
    """Return a table, an empty one where there is none."""
    return cast("Mapping[str, Json]", data.get(name) or {})


def rows(data: Mapping[str, Json], name: str) -> Iterator[Mapping[str, Json]]:
    """Yield the rows of a list of tables, none where there is none."""
    return iter(cast("Sequence[Mapping[str, Json]]", data.get(name) or ()))


def texts(data: Mapping[str, Json], name: str) -> tuple[str, ...]:
    """Return the texts of a list, none where there is none."""
    return tuple(cast("Sequence[str]", data.get(name) or ()))
