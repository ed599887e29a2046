"""`duotone mutate`: lists the faults that can be planted, writes them as patches, plants one, or tries a command."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from duotone.errors import DuotoneError, NoSuchMutation

from . import patches, tables
from .plan import sample, survey
from .records import KINDS, Mutation
from .trees import Tree, plant
from .trial import Outcome, Trial

__all__ = ["add_arguments", "run"]

_INTERRUPTED = 130


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    kinds = "; ".join(f"{kind}: {meaning}" for kind, meaning in KINDS.items())
    parser.add_argument("paths", nargs="*", default=["."], metavar="PATH", help="files and directories (default: .)")
    parser.add_argument("--kind", action="append", choices=list(KINDS), help=f"only this kind, repeatable ({kinds})")
    parser.add_argument("--sample", type=_positive, metavar="N", help="choose N of them, rare strata first")
    parser.add_argument("--seed", type=int, default=0, help="what decides the choice (default: 0)")
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--list", action="store_true", help="one line per mutation, instead of the counts")
    action.add_argument("--out", type=Path, metavar="DIR", help="write a patch per mutation, and manifest.json")
    action.add_argument("--apply", metavar="ID", help="plant this one in the tree; git must know the file as clean")
    action.add_argument("--run", metavar="COMMAND", help="plant each in a copy of the tree and see if COMMAND fails")
    parser.add_argument("--timeout", type=float, metavar="SECONDS", help="with --run: a slower command has noticed it")
    parser.add_argument("--json", type=Path, metavar="FILE", help="with --list or --run: write it as JSON too")


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        message = "must be 1 or more"
        raise argparse.ArgumentTypeError(message)
    return number


def run(args: argparse.Namespace) -> int:
    """Run the command; 0 when all went well, 1 when a fault survived `--run`, 2 for bad input."""
    try:
        return _run(args)
    except DuotoneError as error:
        sys.stderr.write(f"error: {error}\n")
    except OSError as error:
        sys.stderr.write(f"error: {error.filename}: {error.strerror}\n")
    return 2


def _run(args: argparse.Namespace) -> int:
    tree = Tree.read([Path(path) for path in args.paths], Path.cwd())
    found, refused = survey(tree.files, args.kind or tuple(KINDS))
    if args.apply:
        return _apply(tree, found, args.apply)
    if args.sample:
        found = sample(found, args.sample, args.seed)
    if args.run:
        return _try(tree, found, args)
    if args.out:
        patches.write(tree, found, args.out, seed=args.seed)
        sys.stdout.write(f"{len(found)} patches and manifest.json in {args.out}\n")
        return 0
    sys.stdout.write((tables.listing(found) if args.list else tables.counts(found)) + "\n")
    if refused:
        sys.stderr.write(f"{len(refused)} files can't be read by this Python and have no mutations: {refused[0]} …\n")
    if args.json:
        args.json.write_text(json.dumps(patches.as_json(found, args.seed), indent=1, ensure_ascii=False) + "\n")
    return 0


def _apply(tree: Tree, found: Sequence[Mutation], name: str) -> int:
    mutation = next((one for one in found if one.id == name), None)
    if mutation is None:
        message = f"no mutation {name!r} in these paths; --list shows those there are"
        raise NoSuchMutation(message)
    plant(tree, mutation)
    sys.stdout.write(f"{mutation.path}:{mutation.line}: {mutation.description}\n")
    sys.stdout.write(f"take it back with: git checkout -- {mutation.path}\n")
    return 0


def _try(tree: Tree, chosen: Sequence[Mutation], args: argparse.Namespace) -> int:
    outcomes: list[Outcome] = []
    interrupted = False
    progress = _Progress(len(chosen))
    try:
        outcomes.extend(Trial(tree, args.run, args.timeout).run(chosen, progress.show))
    except KeyboardInterrupt:
        interrupted = True
    finally:
        progress.clear()
    sys.stdout.write(tables.verdicts(outcomes) + "\n")
    if args.json:
        results = tables.results_as_json(outcomes, args.run, args.seed)
        args.json.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")
    if interrupted:
        sys.stderr.write(f"interrupted after {len(outcomes)} of {len(chosen)}; the tree is as it was\n")
        return _INTERRUPTED
    return 0 if all(one.is_noticed for one in outcomes) else 1


class _Progress:
    """One changing line on a terminal, nothing in a pipe."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._is_shown = sys.stderr.isatty()

    def show(self, number: int) -> None:
        """Say which mutation is being tried."""
        if self._is_shown:
            sys.stderr.write(f"\r\x1b[K{number + 1} of {self._total}")
            sys.stderr.flush()

    def clear(self) -> None:
        """Leave the line empty."""
        if self._is_shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
