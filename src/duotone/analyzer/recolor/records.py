"""What a recoloring is made of: mentions and definitions as one file tells them, sites with what becomes of them."""

from __future__ import annotations

import dataclasses
import enum

from duotone.analyzer.findings import Edit, Place

__all__ = ["NEEDS_COROUTINE", "Definition", "Direction", "Mention", "Point", "Site", "Slot", "Survey", "Verdict"]

NEEDS_COROUTINE = frozenset({"asserted", "awaited", "bound", "gathered", "run", "stacked", "task", "timed"})
"""Uses that only the async color has."""

Point = tuple[int, int]
"""A line and a column of a file, as its tree counts them."""


class Direction(enum.StrEnum):
    """Which color the named functions get."""

    SYNC = "sync"
    ASYNC = "async"


class Verdict(enum.StrEnum):
    """What becomes of a site.

    `RIGHT` is right as it stands. `OPEN` may be one of the named functions, nothing proves it, and it stays as it is.
    `REFUSED` is one of them and has no right form in the other color: nothing is written while there is one.
    """

    CHANGED = "changed"
    RIGHT = "right"
    OPEN = "open"
    REFUSED = "refused"


@dataclasses.dataclass(frozen=True, slots=True)
class Mention:
    """One mention of a name: which functions it may mean, how it is used, and what would change.

    `functions` are dotted names of the project, and `is_sure` says that it means nothing else. `partners` are functions
    that have to change as well for the edits to be right, `removed` the suspension points that the edits take away, and
    `receiver` the untyped parameter, as `function:parameter`, that the name is looked up on. `bridge` are the edits for
    a place that stays sync while what it calls becomes async. `taker` is a function of the project that is given the
    coroutine, and `unwrapped` are the edits for one that only runs it. `slot` is the parameter, again as
    `function:parameter`, that the function itself is given to.
    """

    place: Place
    name: str
    text: str
    use: str
    functions: tuple[str, ...] = ()
    is_sure: bool = False
    within: str = ""
    is_within_async: bool = False
    edits: tuple[Edit, ...] = ()
    reason: str = ""
    partners: tuple[str, ...] = ()
    removed: tuple[Point, ...] = ()
    receiver: str = ""
    bridge: tuple[Edit, ...] = ()
    is_in_document: bool = False
    taker: str = ""
    unwrapped: tuple[Edit, ...] = ()
    slot: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class Definition:
    """A function: what it overrides, where it suspends, and the edits that turn it.

    `foreign` names a base outside of the project that has the method too, and `stays` says what keeps its color.
    """

    name: str
    place: Place
    is_async: bool
    is_stream: bool = False
    is_method: bool = False
    overrides: tuple[str, ...] = ()
    foreign: str = ""
    suspensions: tuple[Point, ...] = ()
    decorators: tuple[str, ...] = ()
    stays: str = ""
    edits: tuple[Edit, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Slot:
    """A parameter that is called: the edits that its annotation and its calls need, or why there are none."""

    name: str
    within: str
    edits: tuple[Edit, ...] = ()
    removed: tuple[Point, ...] = ()
    reason: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class Survey:
    """What one file says about some names.

    `given` has the classes and functions that calls give to parameters, and `runners` the functions that run the
    coroutine which they are given. `stands` has methods of protocols, each with one of a class that is given for it.
    """

    path: str
    mentions: tuple[Mention, ...] = ()
    definitions: tuple[Definition, ...] = ()
    given: tuple[tuple[str, str], ...] = ()
    runners: tuple[str, ...] = ()
    slots: tuple[Slot, ...] = ()
    stands: tuple[tuple[str, str], ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Site:
    """One place that a recoloring looks at, and what becomes of it."""

    place: Place
    kind: str
    verdict: Verdict
    text: str = ""
    reason: str = ""
    within: str = ""
    edits: tuple[Edit, ...] = ()
    is_in_document: bool = False
