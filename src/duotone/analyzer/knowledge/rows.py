"""How the tables are written: rows of an owner and its members, and parameters as short texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

__all__ = ["Slot", "names", "slot_table", "slots", "spread", "takes"]

T = TypeVar("T")


class Slot(NamedTuple):
    """A parameter as its caller sees it: the first after `self` has the position 0, a keyword-only one has none."""

    position: int | None
    name: str
    is_rest: bool = False
    """Whether it stands for all positional arguments from here on."""


def slots(text: str) -> tuple[Slot, ...]:
    """Read parameters: ``0:coro`` has a position and a name, ``:key`` only a name, ``1:*args`` is all from there on."""
    return tuple(_slot(part) for part in text.split())


def _slot(text: str) -> Slot:
    position, _, name = text.partition(":")
    return Slot(int(position) if position else None, name.removeprefix("*"), name.startswith("*"))


def takes(known: Sequence[Slot], argument: int | str) -> bool:
    """Whether an argument, by its position or by its keyword, goes to one of the known parameters."""
    if isinstance(argument, str):
        return any(slot.name == argument and not slot.is_rest for slot in known)
    return any(
        slot.position is not None and (slot.position == argument or (slot.is_rest and slot.position <= argument))
        for slot in known
    )


def spread(rows: Iterable[tuple[str, str, T]]) -> dict[str, T]:
    """Make a table of rows: an owner, its members separated by spaces, and what is known of each."""
    table: dict[str, T] = {}
    for owner, members, value in rows:
        for member in members.split():
            table[f"{owner}.{member}"] = value
    return table


def slot_table(rows: Iterable[tuple[str, str, str]]) -> dict[str, tuple[Slot, ...]]:
    """Make a table of rows whose last column names parameters."""
    return spread((owner, members, slots(text)) for owner, members, text in rows)


def names(rows: Iterable[tuple[str, str]]) -> frozenset[str]:
    """Make a set of rows: an owner, and its members separated by spaces."""
    return frozenset(f"{owner}.{member}" for owner, members in rows for member in members.split())
