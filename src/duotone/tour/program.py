"""The program of the tour: what is asked for on the command line, shown pane by pane."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Sequence
from typing import NoReturn

from duotone.tour import colors, homes, losses, scopes, stopping
from duotone.tour.costs import costs
from duotone.tour.page import Page
from duotone.tour.panes import Pane

__all__ = ["PANES", "main"]

PANES = sorted([*colors.PANES, *losses.PANES, *homes.PANES, *stopping.PANES, *scopes.PANES], key=lambda pane: pane.law)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line."""
        sys.stderr.write(f"error: {message}; 'python -m duotone.tour --list' shows what there is\n")
        sys.exit(2)


def main(arguments: Sequence[str]) -> int:
    """Show the panes that were asked for; returns 0 if duotone did what each of them claims, else 1."""
    parser = _Parser("python -m duotone.tour", description="What happens at each seam today, beside duotone.")
    parser.add_argument("--list", action="store_true", help="list the laws and the names of their panes")
    parser.add_argument("wanted", nargs="*", metavar="law", help="a law (L4) or a pane (deadlock); all if left out")
    options = parser.parse_args(arguments)
    for wanted in options.wanted:
        if not _find([wanted]):
            parser.error(f"there is no law and no pane called {wanted!r}")
    try:
        return _list() if options.list else _show(_find(options.wanted), with_costs=not options.wanted)
    except BrokenPipeError:
        # The reader has seen enough. Python would complain at exit when it flushes what is left.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _find(wanted: list[str]) -> list[Pane]:
    names = {name.lower() for name in wanted}
    return [pane for pane in PANES if not names or {pane.law.lower(), pane.name} & names]


def _list() -> int:
    page = Page(sys.stdout)
    for pane in PANES:
        page.write((f"{pane.law}  ", "law"), (f"{pane.name:<10}", "bold"), (pane.title, ""))
    return 0


def _show(panes: list[Pane], *, with_costs: bool) -> int:
    page = Page(sys.stdout)
    page.open("Two colors, one crossing: each line below has just been run", f"Python {platform.python_version()}")
    broken: list[str] = []
    for pane in panes:
        ours = pane.ours.show()
        page.show(pane, pane.today.show(), ours)
        if not ours.is_as_claimed:
            broken.append(pane.name)
    if broken:
        page.close((f"duotone did not do what it claims: {', '.join(broken)}", "red"))
        return 1
    page.close(*([(costs(), "bold")] if with_costs else []))
    return 0
