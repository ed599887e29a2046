"""Runs every checker over the cases of the analyzer's tests and writes the page of shapes for the documentation."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from benchmarks.checkers.tools import TOOLS
from benchmarks.measure import Progress
from benchmarks.shapes.asking import ask
from benchmarks.shapes.cases import asked
from benchmarks.shapes.judging import Tally
from benchmarks.shapes.page import COMMAND, PAGE, out_of_date, render

if TYPE_CHECKING:
    from collections.abc import Sequence

OURS = "duotone"
PEERS = ("ruff", "mypy", "pyright", "ty", "pyrefly", "zuban", "flake8-async", "pylint")


def main(given: Sequence[str] | None = None) -> int:
    """Measure and print the page; write it if asked to, or say whether the one that is there has all rules."""
    options = _parser().parse_args(given)
    cases = asked(options.only)
    tally = Tally(cases)
    if options.check:
        return _check(tally)
    progress = Progress()
    try:
        tally.judge({tool: ask(TOOLS[tool], cases, progress) for tool in (OURS, *options.peers)})
    except RuntimeError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    finally:
        progress.clear()
    page = render(tally, (OURS, *options.peers))
    sys.stdout.write(page)
    if options.missed:
        sys.stdout.writelines(
            f"{case.case}:{place.lines[0].number}: {place.code} is missed\n" for case, place in tally.missed
        )
    if options.write:
        PAGE.write_text(page, encoding="utf-8")
    return 0


def _check(tally: Tally) -> int:
    lines = out_of_date(tally, PAGE.read_text(encoding="utf-8"))
    sys.stdout.writelines(f"{line}; run '{COMMAND} --write'\n" for line in lines)
    return 1 if lines else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument(
        "--peers", nargs="*", choices=PEERS, default=list(PEERS), metavar="TOOL", help=f"some of {', '.join(PEERS)}"
    )
    parser.add_argument("--only", nargs="+", default=[], metavar="CODE", help="the cases of these rules")
    parser.add_argument("--missed", action="store_true", help="list the places that duotone doesn't find")
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--write", action="store_true", help=f"write {PAGE.name} of the documentation")
    action.add_argument("--check", action="store_true", help="run nothing; say which rules the page lacks")
    return parser


if __name__ == "__main__":
    sys.exit(main())
