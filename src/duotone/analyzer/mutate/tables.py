"""What was found and what was noticed, as tables for a terminal and as JSON."""

from __future__ import annotations

import collections
from collections.abc import Callable, Iterable, Sequence

from .records import KINDS, Mutation
from .trial import Outcome

__all__ = ["counts", "listing", "results_as_json", "verdicts"]


def listing(found: Iterable[Mutation]) -> str:
    """Return one line per mutation."""
    return "\n".join(
        f"{one.id}  {one.path}:{one.line}:{one.column}  {one.use} · {one.receiver}  {one.description}" for one in found
    )


def counts(found: Sequence[Mutation]) -> str:
    """Return how many mutations there are of each kind and use."""
    by_use = collections.Counter((one.kind, one.use) for one in found)
    rows = [(kind, use, str(count)) for (kind, use), count in _ordered(by_use)]
    return _table(("kind", "use of the value", "places"), [*rows, ("all", "", str(len(found)))])


def verdicts(outcomes: Sequence[Outcome]) -> str:
    """Return how many were noticed, by kind and use, by the way to the callee, and in all; then what survived."""
    uses = _shares(outcomes, lambda one: (one.mutation.kind, one.mutation.use))
    ways = _shares(outcomes, lambda one: (one.mutation.kind, one.mutation.receiver))
    noticed = sum(one.is_noticed for one in outcomes)
    parts = [
        _table(("kind", "use of the value", "noticed", "of", ""), uses),
        _table(("kind", "way to the callee", "noticed", "of", ""), ways),
        f"{noticed} of {len(outcomes)} noticed",
    ]
    survivors = [one.mutation for one in outcomes if not one.is_noticed]
    if survivors:
        parts.append(f"not noticed:\n{listing(survivors)}")
    return "\n\n".join(parts)


def results_as_json(outcomes: Sequence[Outcome], command: str, seed: int) -> dict[str, object]:
    """Return the outcome of each mutation with its strata."""
    return {
        "schema": 1,
        "command": command,
        "seed": seed,
        "noticed": sum(one.is_noticed for one in outcomes),
        "all": len(outcomes),
        "outcomes": [
            {
                "id": one.mutation.id,
                "kind": one.mutation.kind,
                "use": one.mutation.use,
                "receiver": one.mutation.receiver,
                "path": one.mutation.path,
                "line": one.mutation.line,
                "verdict": one.verdict,
            }
            for one in outcomes
        ],
    }


def _shares(outcomes: Sequence[Outcome], key: Callable[[Outcome], tuple[str, str]]) -> list[tuple[str, ...]]:
    total = collections.Counter(map(key, outcomes))
    noticed = collections.Counter(key(one) for one in outcomes if one.is_noticed)
    return [
        (kind, stratum, str(noticed[kind, stratum]), str(count), f"{noticed[kind, stratum] / count:.0%}")
        for (kind, stratum), count in _ordered(total)
    ]


def _ordered(counter: collections.Counter[tuple[str, str]]) -> list[tuple[tuple[str, str], int]]:
    kinds = list(KINDS)
    return sorted(counter.items(), key=lambda item: (kinds.index(item[0][0]), -item[1], item[0][1]))


def _table(header: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header))]

    def line(row: tuple[str, ...]) -> str:
        cells = [
            cell.ljust(width) if column < 2 else cell.rjust(width)  # noqa: PLR2004  # words first, then figures
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        return "  ".join(cells).rstrip()

    return "\n".join([line(header), "  ".join("-" * width for width in widths), *map(line, rows)])
