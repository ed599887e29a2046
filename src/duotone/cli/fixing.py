"""What `duotone fix` and `duotone check --fix` do: fix in memory, then write all of it at once, or print it."""

from __future__ import annotations

import argparse
import dataclasses
import os
from collections.abc import Mapping
from pathlib import Path

from duotone.analyzer.edits.change import Change, difference
from duotone.analyzer.edits.rounds import Fixing, Seen, fix
from duotone.analyzer.edits.writing import recover, write
from duotone.analyzer.output.tally import counted
from duotone.cli.options import finder, root_of
from duotone.cli.outputs import emit_bytes
from duotone.cli.running import Ground, Run, prepare
from duotone.cli.terminal import note

__all__ = ["fix_files", "fix_text", "show_difference"]


@dataclasses.dataclass(frozen=True, slots=True)
class _Fixed:
    """What came of the fixes, and the check after the last of them."""

    ground: Ground
    fixing: Fixing
    run: Run

    @property
    def change(self) -> Change:
        return self.fixing.change


def fix_files(args: argparse.Namespace, cwd: Path) -> Run:
    """Fix files where they are; return the run after it."""
    settings = finder(args, cwd)
    root = root_of(args, settings, cwd)
    for line in recover(root):
        note(line)
    fixed = _fixed(args, prepare(args, settings, cwd), cwd)
    if fixed.change.files:
        write(dataclasses.replace(fixed.change, root=root))
    _say(fixed, "Fixed", is_quiet=args.quiet)
    return fixed.run


def fix_text(args: argparse.Namespace, cwd: Path) -> Run:
    """Fix what comes from standard input, and print it; return the run after it."""
    fixed = _fixed(args, prepare(args, finder(args, cwd), cwd), cwd)
    (path,) = fixed.ground.given
    changed = {one.path: one.after for one in fixed.change.files}
    emit_bytes(changed.get(path) or fixed.ground.read(path))
    _say(fixed, "Fixed", is_quiet=args.quiet)
    return fixed.run


def show_difference(args: argparse.Namespace, cwd: Path) -> int:
    """Print what would be fixed as a patch; 1 if it is anything."""
    fixed = _fixed(args, prepare(args, finder(args, cwd), cwd), cwd)
    emit_bytes(difference(fixed.change, lambda path: Path(os.path.relpath(path, cwd)).as_posix()))
    _say(fixed, "Would fix", is_quiet=args.quiet)
    return 1 if fixed.change.files else 0


def _fixed(args: argparse.Namespace, ground: Ground, cwd: Path) -> _Fixed:
    runs: list[Run] = []

    def check(texts: Mapping[Path, str]) -> Seen:
        runs[:] = [ground.check(texts)]
        return Seen(runs[0].findings, runs[0].accepted())

    fixing = fix(Fixing(cwd, ground.read, allows_unsafe=args.unsafe_fixes), check)
    return _Fixed(ground, fixing, runs[0])


def _say(fixed: _Fixed, verb: str, *, is_quiet: bool) -> None:
    for line in fixed.fixing.said:
        note(f"warning: {line}")
    if not is_quiet:
        note(_summary(fixed.fixing, verb))


def _summary(fixing: Fixing, verb: str) -> str:
    """Say how many faults were fixed, and why the others were not."""
    without = sum(one.fix is None for one in fixing.left)
    refused = sum(fixing.is_wanted(one) for one in fixing.left)
    unsafe = len(fixing.left) - without - refused
    carried = sum(any(step.kind == "plan" for step in one.proof) for one in fixing.left)
    rest = [
        f"{unsafe} {'needs' if unsafe == 1 else 'need'} --unsafe-fixes" if unsafe else "",
        f"{without} {'has' if without == 1 else 'have'} no fix" if without else "",
        f"{refused} could not be fixed" if refused else "",
        f"--carry shows a plan for {carried}" if carried else "",
    ]
    tail = "; ".join(filter(None, rest))
    files = len(fixing.change.files)
    what = f"{counted(fixing.faults, 'fault')} in {counted(files, 'file')}" if files else "nothing"
    return f"{verb} {what}" + (f" ({tail})" if tail else "")
