"""Options that every command over a project's files has, and what they do to the settings that were found."""

from __future__ import annotations

import argparse
import dataclasses
import os
from pathlib import Path

from duotone.analyzer.findings import Confidence
from duotone.analyzer.settings import Settings, settings_from
from duotone.analyzer.settings_files import Change, Finder, inline_table
from duotone.errors import WrongUse

__all__ = ["add_fixes", "add_options", "finder", "root_of"]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options that choose files, rules and settings."""
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files and directories, or - for stdin (default: .)")
    _add_rules(parser)
    _add_files(parser)
    _add_settings(parser)
    _add_running(parser)


def add_fixes(group: argparse._ArgumentGroup) -> None:  # pyright: ignore[reportPrivateUsage]  # it has no other name
    """Declare the options of commands that fix."""
    group.add_argument("--diff", action="store_true", help="print what would change as a patch, and change nothing")
    group.add_argument("--unsafe-fixes", action="store_true", help="apply fixes that should be read first as well")


def _add_rules(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("rules")
    words = {
        "--select": "only these: codes, prefixes or names, with commas",
        "--extend-select": "these as well",
        "--ignore": "not these",
    }
    for option, text in words.items():
        kind = _split if option == "--ignore" else _some
        group.add_argument(option, action="append", metavar="RULES", type=kind, help=text)
    levels = [level.word for level in Confidence]
    group.add_argument("--min-confidence", choices=levels, help="how sure a finding has to be (default: likely)")
    group.add_argument("--baseline", type=_path, metavar="FILE", help="the findings that are accepted")
    group.add_argument("--no-baseline", action="store_true", help="show accepted findings as well")


def _add_files(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("files")
    text = "leave out, written as in .gitignore, with commas"
    group.add_argument("--exclude", action="append", metavar="PATTERNS", type=_split, help=text)
    group.add_argument("--no-respect-gitignore", action="store_true", help="read git-ignored files as well")
    group.add_argument("--stdin-filename", type=_path, metavar="FILE", help="what the text from stdin is called")


def _add_settings(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("settings")
    group.add_argument("--config", action="append", metavar="FILE|KEY=VALUE", help="a TOML file, or one setting")
    group.add_argument("--isolated", action="store_true", help="read no settings from files")
    group.add_argument("--python", metavar="PATH", help="interpreter or virtual environment of the target")


def _add_running(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("running")
    group.add_argument("--jobs", type=_positive, metavar="N", help="how many processes (default: all cores)")
    group.add_argument("--cache-dir", type=_path, metavar="DIR", help="where to keep what was read")
    group.add_argument("--no-cache", action="store_true", help="keep nothing, and use nothing that was kept")
    group.add_argument("--quiet", "-q", action="store_true", help="no warnings, notes or progress beside the findings")
    group.add_argument("--no-progress", action="store_true", help="no progress bar")
    group.add_argument("--color", choices=["auto", "always", "never"], default="auto", help="colors (default: auto)")
    group.add_argument("--verbose", action="store_true", help="show a traceback if duotone itself fails")


def finder(args: argparse.Namespace, cwd: Path, *, then: Change | None = None) -> Finder:
    """Make what finds the settings of each directory, with what the options say over them, and `then` over that."""
    given: list[str] = args.config or []
    inline = [one for one in given if "=" in one and not Path(one).is_file()]
    files = [cwd / one for one in given if one not in inline]
    if len(files) > 1:
        message = f"--config names {len(files)} files; name one, and write single settings as key=value"
        raise WrongUse(message)
    if files and args.isolated:
        message = "--isolated reads no settings from files, and --config names one; use one of the two"
        raise WrongUse(message)
    table = inline_table(inline)

    def change(settings: Settings) -> Settings:
        changed = _with_options(settings_from(table, settings, where="--config", base=cwd), args, cwd)
        return then(changed) if then else changed

    return Finder(cwd, config=files[0] if files else None, is_isolated=args.isolated, change=change)


def root_of(args: argparse.Namespace, settings: Finder, cwd: Path) -> Path:
    """Return the tree that the paths of the options belong to, under which its changes are kept."""
    paths = [path for path in args.paths if path != "-"] or ["."]
    common = Path(os.path.commonpath([os.path.normpath(cwd / path) for path in paths]))
    return settings.for_directory(common if common.is_dir() else common.parent).root


def _with_options(settings: Settings, args: argparse.Namespace, cwd: Path) -> Settings:
    keys = ("jobs", "python")
    table: dict[str, object] = {key: getattr(args, key) for key in keys if getattr(args, key) is not None}
    if args.min_confidence:
        table["min-confidence"] = args.min_confidence
    settings = _with_rules(settings_from(table, settings, where="--python", base=cwd), args)
    return dataclasses.replace(
        settings,
        exclude=(*settings.exclude, *_joined(args.exclude)),
        respect_gitignore=settings.respect_gitignore and not args.no_respect_gitignore,
        baseline=None if args.no_baseline else cwd / args.baseline if args.baseline else settings.baseline,
        cache_dir=None if args.no_cache else cwd / args.cache_dir if args.cache_dir else settings.cache_dir,
    )


def _with_rules(settings: Settings, args: argparse.Namespace) -> Settings:
    """Rules that are selected by hand replace the choice in a file, what it ignores included."""
    select, ignore = settings.select, settings.ignore
    if args.select:
        select, ignore = _joined(args.select), ()
    more = _joined(args.extend_select)
    ignore = tuple(word for word in ignore if word not in more)
    return dataclasses.replace(settings, select=(*select, *more), ignore=(*ignore, *_joined(args.ignore)))


def _joined(lists: list[list[str]] | None) -> tuple[str, ...]:
    return tuple(word for words in lists or () for word in words)


def _split(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _some(text: str) -> list[str]:
    words = _split(text)
    if not words:
        # A variable that is empty in some script would choose nothing, and all would seem well.
        message = "it names no rule"
        raise argparse.ArgumentTypeError(message)
    return words


def _path(text: str) -> Path:
    if not text:
        message = "it names no file or directory"
        raise argparse.ArgumentTypeError(message)
    return Path(text)


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        message = f"{text!r} is not a number from 1 up"
        raise argparse.ArgumentTypeError(message)
    return int(text)
