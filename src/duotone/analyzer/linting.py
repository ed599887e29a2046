"""What a project has its own linters leave out.

That is knowledge of the project, as its code is, and no setting of duotone's: what somebody told ruff, flake8 or black
not to read is known not to be written like the rest, so `--isolated` doesn't hide it. It is asked only for the few
files that can't be read, at the end of a run, so that nothing of it has to be kept with what was found in a file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

from duotone.analyzer.findings import Confidence, Finding
from duotone.analyzer.gitignore import Patterns

__all__ = ["LeftOut"]

_UNREADABLE = "DUO001"
_TOML = ("pyproject.toml", "ruff.toml", ".ruff.toml")
_INI = ("setup.cfg", "tox.ini", ".flake8")
_KEYS = ("exclude", "extend-exclude", "force-exclude")

_Excluding = Callable[[str], bool]


class LeftOut:
    """Which files linters leave out, by what the directories above them say; each is read once."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._known: dict[Path, list[tuple[str, _Excluding]]] = {}

    def doubted(self, finding: Finding) -> Finding:
        """The finding, only possible where it is of a file that can't be read, and that nobody has to."""
        if finding.code != _UNREADABLE or finding.confidence is Confidence.POSSIBLE:
            return finding
        linter = self._linter_of(self._root / finding.place.path)
        return finding.doubted(f"the project has {linter} leave it out") if linter else finding

    def _linter_of(self, path: Path) -> str:
        """A linter that leaves a file out."""
        for directory in self._above(path):
            if directory not in self._known:
                self._known[directory] = [*_said_in(directory)]
            below = path.relative_to(directory).as_posix()
            for linter, excludes in self._known[directory]:
                if excludes(below):
                    return linter
        return ""

    def _above(self, path: Path) -> list[Path]:
        """The directories of a file that are of its project: up to its repository, or else to the root of the run."""
        parents = [*path.parents]
        top = next((one for one in parents if (one / ".git").exists()), self._root)
        return [one for one in parents if one.is_relative_to(top)] or parents[:1]


def _said_in(directory: Path) -> Iterator[tuple[str, _Excluding]]:
    for name in _TOML:
        yield from _of_toml(name, _text(directory / name))
    for name in _INI:
        patterns = _of_flake8(_text(directory / name))
        if patterns:
            yield "flake8", Patterns(patterns).covers


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""  # a linter would say so, and that is all that is asked here


def _of_toml(name: str, text: str) -> Iterator[tuple[str, _Excluding]]:
    if not any(key in text for key in _KEYS):
        return
    import tomllib  # noqa: PLC0415  # most runs read no such file

    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    tool = _table(data, "tool") if name == "pyproject.toml" else {"ruff": data}
    ruff, black = _table(tool, "ruff"), _table(tool, "black")
    parts = (ruff, _table(ruff, "lint"))
    patterns = [_plain(one) for part in parts for key in _KEYS for one in _list(part.get(key)) if one]
    if patterns:
        yield "ruff", Patterns(patterns).covers
    for key in _KEYS:
        excludes = _of_black(black.get(key))
        if excludes is not None:
            yield "black", excludes


def _table(data: dict[str, Any], name: str) -> dict[str, Any]:
    table = data.get(name)
    return cast("dict[str, Any]", table) if isinstance(table, dict) else {}


def _list(value: object) -> list[str]:
    return [one for one in cast("list[object]", value) if isinstance(one, str)] if isinstance(value, list) else []


def _plain(pattern: str) -> str:
    """A pattern as ignore files have it: `./data` is there `/data`, and one that begins with a star begins anywhere."""
    if pattern.startswith("*/"):
        pattern = f"*{pattern}"
    return pattern.removeprefix(".") if pattern.startswith("./") else pattern


def _of_black(pattern: object) -> _Excluding | None:
    """What an expression says, which is searched in a path and in those of the directories above, from `/` on."""
    if not isinstance(pattern, str) or not pattern:
        return None
    try:
        found = re.compile(pattern, re.VERBOSE if "\n" in pattern else 0)
    except re.error:
        return None

    def excludes(path: str) -> bool:
        parts = path.split("/")
        above = ["/" + "/".join(parts[:depth]) + "/" for depth in range(1, len(parts))]
        return any(map(found.search, (*above, f"/{path}")))

    return excludes


def _of_flake8(text: str) -> list[str]:
    if "[flake8]" not in text:
        return []
    import configparser  # noqa: PLC0415  # most runs read no such file

    parser = configparser.RawConfigParser()
    try:
        parser.read_string(text)
    except configparser.Error:
        return []
    values = [parser.get("flake8", key, fallback="") for key in ("exclude", "extend-exclude", "extend_exclude")]
    # What stands behind `#` in a value is a comment of flake8's.
    lines = [line.partition("#")[0] for value in values for line in value.splitlines()]
    return [_plain(one.strip()) for line in lines for one in line.split(",") if one.strip()]
