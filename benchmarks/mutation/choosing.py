"""Which faults are planted, and which of them together: at most one per function, to tell messages apart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from duotone.analyzer.mutate import KINDS, Mutation, mutations, sample

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

# How many of a hundred missing awaits have each use of the value: near to what occurs, with the rare ones raised.
WEIGHTS = {
    "statement": 17,
    "assigned": 24,
    "returned": 10,
    "condition": 7,
    "comparison": 8,
    "argument": 8,
    "attribute": 7,
    "subscript": 4,
    "unpacked": 6,
    "f-string": 3,
    "container": 2,
    "comprehension": 2,
    "operation": 2,
}
# The other kinds, in parts of the number of missing awaits.
OTHERS = {"except": 0.2, "async": 0.2, "compound": 0.2, "callback": 0.2}
TOGETHER = 150
_CALLEE = re.compile(r"before (\w+)\(")


def choose(files: Mapping[str, str], count: int, seed: int) -> list[Mutation]:
    """Choose about `count` missing awaits by use of the value, and some of each other kind."""
    found = mutations(files, KINDS)
    chosen: list[Mutation] = []
    awaits = [one for one in found if one.kind == "await"]
    for kind, part in OTHERS.items():
        _take(chosen, [one for one in found if one.kind == kind], round(count * part), seed)
    others = len(chosen)
    for use, weight in sorted(WEIGHTS.items(), key=lambda item: item[1]):
        _take(chosen, [one for one in awaits if one.use == use], round(count * weight / 100) or 1, seed)
    # What rare uses could not give is given by the common ones.
    common = [one for one in awaits if one.use in {"statement", "assigned", "returned"}]
    _take(chosen, common, count + others - len(chosen), seed)
    return chosen


def _take(chosen: list[Mutation], found: Sequence[Mutation], count: int, seed: int) -> None:
    """Add some that can be planted together with those that are chosen already."""
    wanted = len(chosen) + count
    for mutation in sample(found, len(found), seed):
        if len(chosen) >= wanted:
            return
        if not any(_meet(mutation, other) for other in chosen):
            chosen.append(mutation)


def batches(chosen: Iterable[Mutation]) -> list[list[Mutation]]:
    """Put mutations together that can't be mistaken for one another."""
    result: list[list[Mutation]] = []
    for mutation in chosen:
        for batch in result:
            if len(batch) < TOGETHER and not any(_meet(mutation, other) for other in batch):
                batch.append(mutation)
                break
        else:
            result.append([mutation])
    return result


def _meet(one: Mutation, other: Mutation) -> bool:
    if _name(one) == _name(other) and {one.kind, other.kind} & {"async", "callback"}:
        return True
    return any(
        path == elsewhere and first <= end and start <= last
        for path, first, last in _places(one)
        for elsewhere, start, end in _places(other)
    )


def _places(mutation: Mutation) -> Sequence[tuple[str, int, int]]:
    around = (mutation.path, mutation.function[0], mutation.function[1])
    return [around, *((spot.path, spot.line, spot.line) for spot in mutation.related)]


def _name(mutation: Mutation) -> str:
    found = _CALLEE.search(mutation.description)
    return found[1] if found else mutation.symbol.rpartition(".")[2]
