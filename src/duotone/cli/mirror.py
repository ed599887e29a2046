"""`duotone mirror`: makes sync twins from async sources, and says when they are stale."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from duotone.analyzer.output.tally import counted
from duotone.analyzer.settings_files import Finder
from duotone.cli.loading import load
from duotone.cli.running import refuse_without_parser
from duotone.cli.terminal import Parser, emit, note
from duotone.errors import DuotoneError, WrongUse

if TYPE_CHECKING:
    from duotone.analyzer.edits.change import Change
    from duotone.analyzer.mirror import Mirror, Plan

__all__ = ["declared", "main"]

_PAUSE = 0.3


def main(arguments: list[str]) -> int:
    """Make the copies, or look at them; 0 when all is fresh or was made, 1 for stale copies and refused lines."""
    args = declared().parse_args(arguments)
    refuse_without_parser()
    if args.watch and (args.check or args.diff or args.adopt):
        message = "--watch makes the copies again and again; give it without --check, --diff and --adopt"
        raise WrongUse(message)
    return _watch(args) if args.watch else _run(args)


def declared() -> Parser:
    """Declare the options."""
    parser = Parser(prog="duotone mirror", description="Make sync twins from async sources.")
    parser.add_argument("source", nargs="?", metavar="SRC", help="a file, a directory, or a pattern with one *")
    parser.add_argument("target", nargs="?", metavar="DEST", help="where the copies go (default: the settings)")
    parser.add_argument("--mode", choices=["copy", "facade"], help="copy the code, or put a face over it")
    parser.add_argument("--rename", action="append", metavar="OLD=NEW", default=[], help="a name, or a module's")
    parser.add_argument("--keep", action="append", metavar="NAME", default=[], help="a name that stays as it is")
    parser.add_argument("--format", choices=["auto", "ruff", "black", "none"], help="the formatter (default: auto)")
    parser.add_argument("--config", type=Path, metavar="FILE", help="read the settings from this file")
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--check", action="store_true", help="write nothing; fail on stale copies and unused rules")
    action.add_argument("--diff", action="store_true", help="write nothing; show what would change")
    action.add_argument("--adopt", action="store_true", help="compare twins that were kept by hand with their copies")
    parser.add_argument("--watch", action="store_true", help="make them again whenever a source changes")
    parser.add_argument("--quiet", "-q", action="store_true", help="say only what is wrong")
    parser.add_argument("--verbose", action="store_true", help="show a traceback if duotone itself fails")
    return parser


def _run(args: argparse.Namespace) -> int:
    root, mirrors = _mirrors(args)
    package = load("duotone.analyzer.mirror", "check", "duotone mirror")
    plan: Plan = package.plan(mirrors, root)
    for refusal in plan.refusals:
        emit(f"{refusal}\n")
    if plan.refusals:
        note(f"{counted(len(plan.refusals), 'line')} can't be mirrored; nothing was written")
        return 1
    if args.adopt:
        return _adopt(plan, root)
    if args.diff:
        return _show(plan, root)
    return _check(plan, root, quiet=args.quiet) if args.check else _write(plan, root, quiet=args.quiet)


def _mirrors(args: argparse.Namespace) -> tuple[Path, list[Mirror]]:
    reading = load("duotone.analyzer.mirror.reading", "check", "duotone mirror")
    cwd = Path.cwd()
    if args.source and not args.target:
        message = "SRC needs a DEST; write `duotone mirror package/_async package/_sync`"
        raise WrongUse(message)
    settings = Finder(cwd, config=args.config).for_directory(cwd)
    tables: Sequence[Any] = settings.mirror
    if args.source:
        return cwd, [reading.mirror_from(_given(args, tables))]
    if not tables:
        message = "no mirrors are set; name SRC and DEST, or write [[tool.duotone.mirror]] with source and target"
        raise WrongUse(message)
    found: list[Mirror] = [reading.mirror_from(table) for table in tables]
    return settings.root, found


def _given(args: argparse.Namespace, tables: Sequence[Any]) -> dict[str, Any]:
    """What the options say, over the entry of the settings for the same source."""
    same = [table for table in tables if str(table.get("source", "")).rstrip("/") == args.source.rstrip("/")]
    table: dict[str, Any] = {**(same[0] if same else {}), "source": args.source, "target": args.target}
    if args.mode:
        table["mode"] = args.mode
    if args.format:
        table["format"] = args.format
    pairs = dict(text.partition("=")[::2] for text in args.rename)
    if not all(pairs.values()):
        message = "--rename needs OLD=NEW; write --rename AutoBackend=SyncBackend"
        raise WrongUse(message)
    if pairs:
        table["rename"] = {**table.get("rename", {}), **pairs}
    if args.keep:
        table["keep"] = [*table.get("keep", []), *args.keep]
    return table


def _change(plan: Plan, root: Path) -> Change:
    """What writing the copies does to the tree."""
    from duotone.analyzer.edits.change import Change, FileChange
    from duotone.analyzer.edits.writing import read_if_there

    made = [FileChange(one.twin.target, read_if_there(one.twin.target), one.text.encode()) for one in plan.stale]
    gone = [FileChange(path, path.read_bytes(), None) for path in plan.orphans]
    return Change(root, "mirror", (*made, *gone))


def _write(plan: Plan, root: Path, *, quiet: bool) -> int:
    from duotone.analyzer.edits import writing

    stale = plan.stale
    change = _change(plan, root)
    if change.files:
        for line in writing.write(change):
            note(line)
    for rule in plan.unused:
        note(f"warning: nothing needed the rule for {rule!r}")
    if not quiet:
        fresh = len(plan.made) - len(stale)
        gone = f", {counted(len(plan.orphans), 'file')} without a source removed" if plan.orphans else ""
        emit(f"{counted(len(stale), 'copy')} made, {fresh} fresh{gone}\n")
    return 0


def _check(plan: Plan, root: Path, *, quiet: bool) -> int:
    for one in plan.stale:
        word = "is stale" if one.twin.target.exists() else "is missing"
        emit(f"{_shown(one.twin.target, root)} {word}: made from {_shown(one.twin.source, root)}\n")
    for path in plan.orphans:
        emit(f"{_shown(path, root)} has no source\n")
    for rule in plan.unused:
        emit(f"nothing needs the rule for {rule!r}\n")
    wrong = len(plan.stale) + len(plan.orphans) + len(plan.unused)
    if wrong:
        note(
            "run `duotone mirror`" if not plan.unused else "run `duotone mirror`, and take out rules that nothing needs"
        )
    elif not quiet:
        emit(f"{counted(len(plan.made), 'copy')} fresh\n")
    return 1 if wrong else 0


def _show(plan: Plan, root: Path) -> int:
    from duotone.analyzer.edits.change import difference

    change = _change(plan, root)
    emit(difference(change, lambda path: _shown(path, root)).decode("utf-8", "surrogateescape"))
    return 1 if change.files else 0


def _adopt(plan: Plan, root: Path) -> int:
    """Say of each twin how far it is from its copy; nothing is written."""
    adoption = load("duotone.analyzer.mirror.adoption", "check", "duotone mirror")
    results = [adoption.compared(one) for one in plan.made]
    rules: dict[str, str] = {}
    for result in results:
        name = _shown(result.made.twin.target, root)
        if result.is_missing or result.is_same:
            emit(f"{name}: {'would be made' if result.is_missing else 'the same code'}\n")
            continue
        counts = [f"{len(result.changed)} differ", f"{len(result.added)} only in the source"]
        emit(f"{name}: {', '.join(counts)}, {len(result.removed)} only here\n")
        for word, names in (
            ("differs", result.changed),
            ("only in the source", result.added),
            ("only here", result.removed),
        ):
            for one in names:
                emit(f"  {one}: {word}\n")
        rules.update(result.renames)
    if rules:
        emit("rules that would explain some of it:\n")
        emit("".join(f'  rename.{old} = "{new}"\n' for old, new in rules.items()))
    return 0 if all(result.is_same for result in results) else 1


def _watch(args: argparse.Namespace) -> int:
    last: dict[Path, int] | None = None
    try:
        while True:
            stamp = _stamp(args)
            if stamp != last:
                last = stamp
                try:
                    _run(args)
                except DuotoneError as error:
                    note(f"error: {error}")
            time.sleep(_PAUSE)
    except KeyboardInterrupt:
        return 0


def _stamp(args: argparse.Namespace) -> dict[Path, int]:
    """Say when each source was changed."""
    try:
        root, mirrors = _mirrors(args)
    except DuotoneError:
        return {}
    found: dict[Path, int] = {}
    for mirror in mirrors:
        source = root / mirror.source
        paths = (
            root.glob(mirror.source) if "*" in mirror.source else source.rglob("*.py") if source.is_dir() else [source]
        )
        for path in paths:
            try:
                found[path] = path.stat().st_mtime_ns
            except OSError:
                continue
    return found


def _shown(path: Path, root: Path) -> str:
    return Path(os.path.relpath(path, root)).as_posix()
