"""All mutations of a tree, and a fair choice of them."""

from __future__ import annotations

import collections
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from .inventory import Inventory
from .kinds import awaits, callbacks, compound, masked, needless
from .records import KINDS, Mutation
from .source import Source

__all__ = ["mutations", "sample", "survey"]

_PLANTERS: dict[str, Callable[[Source, Inventory], Iterator[Mutation]]] = {
    "await": awaits.plant,
    "async": needless.plant,
    "except": masked.plant,
    "compound": compound.plant,
    "callback": callbacks.plant,
}


def _read(files: Mapping[str, str]) -> tuple[list[Source], list[str]]:
    sources: list[Source] = []
    refused: list[str] = []
    for path, text in sorted(files.items()):
        try:
            sources.append(Source(path, text))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            refused.append(path)
    return sources, refused


def mutations(files: Mapping[str, str], kinds: Iterable[str] = tuple(KINDS)) -> list[Mutation]:
    """Return every fault that can be planted in a tree of texts by path, in the order of kinds, files and lines.

    Paths have forward slashes and are relative to the root of the tree. A file that can't be parsed has none.
    """
    return survey(files, kinds)[0]


def survey(files: Mapping[str, str], kinds: Iterable[str]) -> tuple[list[Mutation], list[str]]:
    """Return the mutations of a tree, and the paths of the files that this Python can't read."""
    sources, refused = _read(files)
    inventory = Inventory.of(sources, files)
    found: dict[str, list[Mutation]] = {kind: [] for kind in kinds}
    for source in sources:
        for kind, mutations_of_kind in found.items():
            here = _PLANTERS[kind](source, inventory)
            mutations_of_kind.extend(sorted(here, key=lambda one: (one.line, one.column)))
        source.forget()
    awaits.sites.cache_clear()
    return [one for some in found.values() for one in some], refused


def sample(found: Sequence[Mutation], count: int, seed: int) -> list[Mutation]:
    """Choose mutations so that rare strata are seen: kinds, uses and ways take turns, and chance decides within them.

    A mutation keeps its luck when others come or go, so two samples of a growing tree have most in common.
    """
    turns: dict[tuple[str, str], dict[str, list[Mutation]]] = collections.defaultdict(dict)
    for one in sorted(found, key=lambda one: _luck(one, seed)):
        turns[one.kind, one.use].setdefault(one.receiver, []).append(one)
    queues = [_round_robin(list(ways.values())) for _, ways in sorted(turns.items())]
    return _round_robin(queues)[:count]


def _round_robin(queues: Sequence[Sequence[Mutation]]) -> list[Mutation]:
    longest = max(map(len, queues), default=0)
    return [queue[turn] for turn in range(longest) for queue in queues if turn < len(queue)]


def _luck(mutation: Mutation, seed: int) -> str:
    return hashlib.sha256(f"{seed}\0{mutation.id}".encode()).hexdigest()
