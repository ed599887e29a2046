"""`duotone report`: writes one page with the map of a project's colors and its findings."""

from __future__ import annotations

import dataclasses
import time
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from duotone.analyzer.findings import path_in
from duotone.analyzer.output.tally import counted
from duotone.cli.installed import version
from duotone.cli.loading import load
from duotone.cli.options import add_options, finder
from duotone.cli.outputs import read_targets, write_whole
from duotone.cli.running import all_rules, perform
from duotone.cli.terminal import Parser, note
from duotone.errors import WrongUse

if TYPE_CHECKING:
    from duotone.analyzer.engine import Report
    from duotone.cli.running import Run

__all__ = ["declared", "main"]


def main(arguments: list[str]) -> int:
    """Write the page; findings are what it is for, so they change no exit code."""
    args = declared().parse_args(arguments)
    if args.html is None:
        message = "the page has no file to go to; write `duotone report --html report.html`"
        raise WrongUse(message)
    cwd = Path.cwd()
    [(_, path)] = read_targets([f"html={args.html}"], ["html"], cwd, option="--html")
    page = load("duotone.analyzer.page", "check", "duotone report")
    run = perform(args, finder(args, cwd), cwd, asks_git=True)
    context = page.Context(
        title=args.title or cwd.name,
        root=cwd,
        read=run.texts.read,
        version=version(),
        made=time.strftime("%Y-%m-%d"),
        rules={rule.code: page.RuleCard(rule.name, rule.summary, rule.doc) for rule in all_rules()},
        suppressed=run.suppressed + run.hidden,
    )
    write_whole({path: page.render(_as_seen_from(cwd, run), context)})
    if not args.quiet:
        note(f"{args.html}: {counted(len(run.findings), 'finding')} in {counted(run.report.files, 'file')}")
    return 0


def declared() -> Parser:
    """Declare the options."""
    parser = Parser(
        prog="duotone report", description="Write a page with the map of a project's colors and its findings."
    )
    add_options(parser)
    parser.add_argument("--html", nargs="?", metavar="FILE", help="where to write the page; needed")
    parser.add_argument("--title", help="its title (default: the name of the directory)")
    return parser


def _as_seen_from(cwd: Path, run: Run) -> Report:
    """Return the report of a run with the paths of modules relative to where those of the findings are."""
    modules = tuple(
        dataclasses.replace(module, path=path_in(cwd, part.group.settings.root / PurePosixPath(module.path)))
        for part in run.parts
        for module in part.report.modules
    )
    return dataclasses.replace(run.report, modules=modules)
