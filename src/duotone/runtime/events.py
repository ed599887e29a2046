"""What happened, as the log keeps it: drafts that are to be appended, and events that have their place in the chain."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from json.encoder import encode_basestring_ascii as _quoted
from typing import TypeAlias

__all__ = [
    "GENESIS",
    "Append",
    "Draft",
    "Event",
    "Expected",
    "ExpectedPromise",
    "Json",
    "Repeated",
    "decoded",
    "encoded",
    "link",
]

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
"""A value that JSON can hold."""

GENESIS = "0" * 64
"""What stands before the first event of a session."""


@dataclass(frozen=True, slots=True)
class Draft:
    """An event that has no place in the log yet."""

    kind: str
    data: Mapping[str, Json] = field(default_factory=dict[str, Json])
    run: str | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """An event in the log. `id` grows over the whole log, `seq` counts from 1 in its session, `hash` seals both."""

    id: int
    session: str
    seq: int
    kind: str
    at: float
    run: str | None
    data: Mapping[str, Json]
    hash: str


@dataclass(frozen=True, slots=True)
class Expected:
    """The fence of a run as its writer knows it: an append is refused when somebody else has taken the run over."""

    run: str
    fence: int


@dataclass(frozen=True, slots=True)
class ExpectedPromise:
    """The last event of a promise as its writer knows it, 0 for none: an append is refused when there is another."""

    promise: str
    event: int


@dataclass(frozen=True, slots=True)
class Append:
    """Drafts for one session that are written together or not at all.

    Without drafts nothing is written, and who waits for that waits for what others in this process are writing.
    `seq` is the last event of the session that the writer has seen, or None if that doesn't matter; `expected` is the
    claim under which a run is extended, or the state in which a promise is taken on. `along` is what other sessions
    get in the same commit, whatever they have by then.

    Under a `key` drafts are written once in the whole log, however often they are appended: whoever comes later gets
    what was written first, as `Repeated`, whatever it has seen or expected.
    """

    session: str
    drafts: Sequence[Draft]
    seq: int | None = None
    expected: Expected | ExpectedPromise | None = None
    key: str | None = None
    along: Sequence[tuple[str, Draft]] = ()


class Repeated(list[Event]):
    """The events that an earlier append under the same key has written; this one has written nothing."""

    __slots__ = ()


_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode
_decode = json.JSONDecoder().raw_decode


def encoded(data: Mapping[str, Json]) -> str:
    """Return the one text that stands for `data`; raises `TypeError` or `ValueError` for what JSON can't hold."""
    return _encode(data)


def decoded(text: str) -> Mapping[str, Json]:
    """Return what a text of `encoded` stands for."""
    data: Mapping[str, Json] = _decode(text)[0]
    return data


def link(before: str, place: tuple[int, str, int, str, float, str | None], body: str) -> str:
    """Return the hash of the event at `place` (id, session, seq, kind, at, run) that follows the hash `before`."""
    number, session, seq, kind, at, run = place
    # This is json.dumps(place), in a third of the time.
    where = f"[{number}, {_quoted(session)}, {seq}, {_quoted(kind)}, {at!r}, {'null' if run is None else _quoted(run)}]"
    return sha256(f"{before}\n{where}\n{body}".encode()).hexdigest()
