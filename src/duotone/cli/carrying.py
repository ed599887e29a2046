"""`duotone fix --carry`: makes sync functions async that lose a coroutine, and carries it up to whoever calls them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from duotone.cli.options import finder
from duotone.cli.recoloring import Tree
from duotone.cli.running import Part, is_stdin, prepare
from duotone.cli.terminal import emit, note, wants_color
from duotone.errors import WrongUse

if TYPE_CHECKING:
    from duotone.analyzer.recolor import Carried

__all__ = ["carry"]


def carry(args: argparse.Namespace, cwd: Path) -> int:
    """Show the plan, or the patch, and write it if unsafe fixes are wanted; 1 if something stands in its way."""
    if is_stdin(args):
        message = "--carry follows a function to its callers in other files; give paths"
        raise WrongUse(message)
    run = prepare(args, finder(args, cwd), cwd).check({})
    codes = [_Carrying(args, part).run() for part in run.parts]
    return max(codes, default=0)


class _Carrying:
    """What becomes of one project."""

    def __init__(self, args: argparse.Namespace, part: Part) -> None:
        self.args = args
        self.found = part.sifted.shown
        paths = [Path(path) for path in args.paths or ["."]]
        self.tree = Tree(part.group.files, paths, part.group.settings, is_quiet=args.quiet)

    def run(self) -> int:
        package = self.tree.package
        callers: list[str] = package.callers(self.found)
        if not callers:
            if not self.args.quiet:
                note("nothing to carry: no sync function that could be async loses a coroutine")
            return 0
        carried: Carried = self.tree.ask(lambda linked: package.carried(linked, callers))
        title = f"carry {len(callers) - len(carried.refused)} faults up to their callers"
        if self.args.diff:
            self._show_refused(carried)
            return 1 if carried.plan is not None and self.tree.show(carried.plan, title) else bool(carried.refused)
        return self._go(carried, title)

    def _go(self, carried: Carried, title: str) -> int:
        is_colored = wants_color(self.args.color)
        if carried.plan is not None:
            emit(self.tree.package.rendered(carried.plan, is_colored=is_colored))
        self._show_refused(carried)
        if carried.plan is None:
            note("nothing was written: see what can't be turned")
            return 1
        if not self.args.unsafe_fixes:
            note("nothing was written: this is the plan, and --unsafe-fixes carries it out")
            return bool(carried.refused)
        return bool(carried.refused) if self.tree.write(carried.plan, title) else 1

    def _show_refused(self, carried: Carried) -> None:
        """Say what stands in the way; a patch stays one if it is said beside it."""
        is_colored = not self.args.diff and wants_color(self.args.color)
        for plan in carried.refused:
            text = self.tree.package.refusals(plan, is_colored=is_colored)
            note(text.rstrip()) if self.args.diff else emit(text)
