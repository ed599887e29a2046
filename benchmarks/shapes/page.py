"""The page of the documentation that says who reports which shape."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from benchmarks.checkers.running import version_of
from benchmarks.checkers.tools import TOOLS
from benchmarks.measure import ROOT, described, machine, table
from benchmarks.shapes.cases import row_of
from benchmarks.shapes.judging import OTHERS
from duotone.analyzer import rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.shapes.judging import Tally

__all__ = ["COMMAND", "PAGE", "TITLES", "out_of_date", "render"]

COMMAND = "python -m benchmarks.shapes"
PAGE = ROOT / "docs" / "check" / "shapes.md"
TITLES = {
    "A1": "a coroutine call as a statement",
    "A2": "a coroutine used as its value",
    "A3": "masked by a broad except",
    "A4": "the compound: a model used as a mapping",
    "A5": "the partial fix",
    "A6": "async without a suspension point",
    "A7": "a dispatcher that forces async",
    "A8": "a surface that mixes colors",
    "A9": "callbacks and overrides of the other color",
    "A10": "await, for and with on the wrong thing",
    "A11": "a loop inside a loop",
    "A12": "blocking calls on the loop",
    "A13": "dropped tasks and gathers",
    "A14": "a shim that defeats offloading",
    "A15": "decorators that hide a color",
    "A16": "twins that have drifted",
}
_RULE_ROW = re.compile(r"^\| (A\d+) \| \[(DUO\d{3})\]", re.MULTILINE)
_MOST = 4
"""How many of a checker's reasons are named."""

INTRODUCTION = f"""
The cases of the analyzer's own tests, given to every checker in one run. They were written for duotone, so its column
says that it does what it promises, and the others say which shapes somebody else looks at too. For a measure on foreign
code see the mutation benchmark, `benchmarks/results/mutation.md`.

Made by `{COMMAND} --write`; `benchmarks/checkers/tools.py` has the command lines. Every checker is as strict as it
goes: ruff with all rules and `--preview`, mypy and zuban with `--strict` and their optional codes, pyright in strict
mode, ty with all its warnings, pyrefly with its preset `all`, pylint with its errors and warnings. All see the same
environment. Notebooks are left out, since most of them read none.
""".strip()

FOUND = f"""
A place is a line that a case marks. duotone has found it when a finding with the marked code is on that line. Another
checker has found it when any message on that statement mentions a coroutine, async, awaiting, a task, a future or
blocking, or names the same fault in other words: an attribute that the model doesn't have in A4, an override in A9, a
value that isn't used in A13. What the message advises is not judged. Messages about annotations, imports and layout
don't count, nor do flake8-async's optional rules on checkpoints. “{OTHERS}” is what at least one of the others reports.

The places of A3 and A5, and some of A4, are in the row of their rule as well, and once in the sum.
""".strip()

CLEAN = """
A17: right code that looks wrong. The figures are clean cases in which a checker says anything that would count above;
fewer is better. Such a message may be true by the rules of that checker, but nothing in these cases has to change.
""".strip()


def render(tally: Tally, tools: Sequence[str]) -> str:
    """Return the page."""
    versions = {key: version for key in tools if (version := version_of(TOOLS[key]))}
    columns = [*tools, OTHERS]
    return "\n\n".join(
        [
            "# The shapes, and who reports them",
            INTRODUCTION,
            "## What is found",
            FOUND,
            table(["row", "shape", "places", *columns], _found_by_row(tally, columns), 2),
            "## The same by rule",
            table(["row", "rule", "places", *columns], _found_by_rule(tally, columns), 2),
            "## What is reported where nothing is wrong",
            CLEAN,
            table(["row", "clean cases", *tools], _wrong_by_row(tally, tools)),
            f"The rules that spoke most often there:\n\n{_reasons(tally, tools)}",
            f"{described(machine(), versions)}\n",
        ]
    )


def out_of_date(tally: Tally, page: str) -> list[str]:
    """Say which rules have places in the cases and no line in the page, or the reverse; figures may differ."""
    wanted, there = {(row_of(code), code) for code in tally.codes()}, set(_RULE_ROW.findall(page))
    return [
        *(f"{code} ({row}) is in the cases and not in the page" for row, code in sorted(wanted - there)),
        *(f"{code} ({row}) is in the page and not in the cases" for row, code in sorted(there - wanted)),
    ]


def _found_by_row(tally: Tally, columns: Sequence[str]) -> list[list[str]]:
    rows = [[row, title, *_figures(tally, row, columns)] for row, title in TITLES.items()]
    return [*rows, ["**all**", "", *_figures(tally, "all", columns)]]


def _found_by_rule(tally: Tally, columns: Sequence[str]) -> list[list[str]]:
    names = {rule.code: rule.name for rule in rules.ALL}
    codes = sorted(tally.codes(), key=lambda code: (int(row_of(code)[1:]), code))
    return [
        [row_of(code), f"[{code}](rules/{names[code]}.md) {names[code]}", *_figures(tally, code, columns)]
        for code in codes
    ]


def _figures(tally: Tally, key: str, columns: Sequence[str]) -> list[str]:
    return [str(tally.places[key]), *(str(tally.found[tool, key]) for tool in columns)]


def _wrong_by_row(tally: Tally, tools: Sequence[str]) -> list[list[str]]:
    cases = tally.clean_codes()
    by_row = {row: sum(count for code, count in cases.items() if row_of(code) == row) for row in TITLES}
    rows = [[row, str(count), *_wrong(tally, row, tools)] for row, count in by_row.items() if count]
    return [*rows, ["**A17: all**", str(cases.total()), *_wrong(tally, "all", tools)]]


def _wrong(tally: Tally, key: str, tools: Sequence[str]) -> list[str]:
    return [str(tally.wrong[tool, key]) for tool in tools]


def _reasons(tally: Tally, tools: Sequence[str]) -> str:
    lines: list[str] = []
    for tool in tools:
        named = [f"`{code}` {count}" for code, count in tally.reasons[tool].most_common(_MOST)]
        lines.append(f"- {tool}: {', '.join(named) or 'none'}")
    return "\n".join(lines)
