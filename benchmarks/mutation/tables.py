"""The tables of the mutation benchmark."""

from __future__ import annotations

import collections
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from benchmarks.measure import table
from benchmarks.mutation.planting import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from duotone.analyzer.mutate import Mutation

USES = {
    "statement": "expression statement",
    "assigned": "assigned, then used",
    "argument": "argument",
    "condition": "condition (truth value)",
    "comparison": "comparison",
    "attribute": "attribute",
    "subscript": "subscript",
    "returned": "returned",
    "unpacked": "unpacked, iterated",
    "f-string": "f-string",
    "container": "container element",
    "comprehension": "comprehension",
    "operation": "operation",
}


@dataclass
class Results:
    """Every verdict, by project, mutation and tool, and what each tool said of the unchanged trees."""

    tools: Sequence[str]
    mutations: dict[str, tuple[str, Mutation]] = field(default_factory=dict[str, "tuple[str, Mutation]"])
    verdicts: dict[tuple[str, str], Verdict] = field(default_factory=dict[tuple[str, str], Verdict])
    before: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict[tuple[str, str], tuple[int, int]])
    notes: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])

    def of(self, test: Callable[[Mutation], bool]) -> list[str]:
        """Return the ids of some mutations."""
        return [name for name, (_, one) in self.mutations.items() if test(one)]

    def share(self, tool: str, names: Iterable[str], what: str = "at_statement") -> str:
        """Return how many of some mutations a tool noticed, in percent."""
        seen = [getattr(self.verdicts[name, tool], what) for name in names if (name, tool) in self.verdicts]
        return f"{sum(seen) / len(seen):.0%}" if seen else "–"


def render(results: Results) -> str:
    """Return all tables."""
    return "\n\n".join(
        [
            f"## Missing awaits, noticed at the statement\n\n{_by_use(results)}",
            f"## The same by the way to the callee\n\n{_by_receiver(results)}",
            f"## The other kinds\n\n{_others(results)}",
            f"## What is said of the unchanged trees\n\n{_unchanged(results)}",
        ]
    )


def _rows(results: Results, groups: Iterable[tuple[str, list[str]]], what: str = "at_statement") -> list[list[str]]:
    return [
        [title, str(len(names)), *(results.share(tool, names, what) for tool in results.tools)]
        for title, names in groups
        if names
    ]


def _by_use(results: Results) -> str:
    awaits = results.of(lambda one: one.kind == "await")
    uses = {name: results.mutations[name][1].use for name in awaits}
    groups = [(title, [name for name in awaits if uses[name] == use]) for use, title in USES.items()]
    rows = [*_rows(results, groups), *_rows(results, [("**all**", awaits)])]
    rows += _rows(results, [("any new message anywhere in the function", awaits)], "in_function")
    for project in sorted({project for project, _ in results.mutations.values()}):
        here = [name for name in awaits if results.mutations[name][0] == project]
        rows += _rows(results, [(f"all of {project}", here)])
    return table(["use of the value", "n", *results.tools], rows)


def _by_receiver(results: Results) -> str:
    awaits = results.of(lambda one: one.kind == "await")
    ways = {name: results.mutations[name][1].receiver for name in awaits}
    common = [way for way, _ in collections.Counter(ways.values()).most_common()]
    groups = [(way, [name for name in awaits if ways[name] == way]) for way in common]
    return table(["way to the callee", "n", *results.tools], _rows(results, groups))


def _others(results: Results) -> str:
    groups = [
        ("missing await under a broad except", results.of(lambda one: one.kind == "except")),
        ("needless async, function", results.of(lambda one: one.kind == "async" and one.receiver == "function")),
        ("needless async, method", results.of(lambda one: one.kind == "async" and one.receiver != "function")),
        ("plain function whose result is awaited", results.of(lambda one: one.kind == "callback")),
        ("compound: the missing await", results.of(lambda one: one.kind == "compound")),
    ]
    rows = _rows(results, groups)
    rows += _rows(results, [("compound: both faults", results.of(lambda one: one.kind == "compound"))], "both")
    return table(["fault", "n", *results.tools], rows)


def _unchanged(results: Results) -> str:
    rows: list[list[str]] = []
    for project in sorted({project for project, _ in results.before}):
        cells = [results.before.get((project, tool)) for tool in results.tools]
        rows.append([project, *(f"{cell[0]:,} ({cell[1]:,})" if cell else "–" for cell in cells)])
    words = "All messages, and in brackets those that mention coroutines, await or async"
    narrow = "of flake8-async and pylint only in files with faults"
    return f"{words}; {narrow}.\n\n{table(['project', *results.tools], rows)}"


def as_json(results: Results) -> dict[str, Any]:
    """Return everything that the tables are made from."""
    return {
        "mutations": [
            {
                "project": project,
                "id": name,
                "kind": one.kind,
                "use": one.use,
                "receiver": one.receiver,
                "path": one.path,
                "line": one.line,
                "noticed": {
                    tool: "statement" if seen.at_statement else "function" if seen.in_function else ""
                    for tool in results.tools
                    if (seen := results.verdicts.get((name, tool)))
                },
            }
            for name, (project, one) in results.mutations.items()
        ],
        "unchanged": {f"{project} · {tool}": count for (project, tool), count in results.before.items()},
        "notes": {f"{project} · {tool}": note for (project, tool), note in results.notes.items()},
    }
