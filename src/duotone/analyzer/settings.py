"""What a run is told: the record of settings, and how the keys of [tool.duotone] are read into it."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn, cast

from duotone.analyzer.findings import Confidence
from duotone.errors import BadSettings

__all__ = ["BASELINE", "CACHE", "Settings", "closest", "is_key", "settings_from"]

BASELINE = "duotone-baseline.json"
CACHE = ".duotone_cache"

_KINDS = {"bool": "a boolean", "dict": "a table", "int": "a number", "list": "a list", "str": "a string"}


def _nothing() -> Mapping[str, tuple[str, ...]]:
    return {}


@dataclasses.dataclass(frozen=True, slots=True)
class Settings:
    """Everything that decides what is read and what is reported.

    `root` is where the settings were found, else the working directory; paths in findings are relative to it. Without
    `roots` the source roots are detected, without `cache_dir` nothing is kept, and without `jobs` every core works.
    `mirror` has the tables of `duotone mirror`, which reads them itself, and `source` is the file that these settings
    came from.
    """

    root: Path
    select: tuple[str, ...] = ("DUO",)
    ignore: tuple[str, ...] = ()
    per_file_ignores: Mapping[str, tuple[str, ...]] = dataclasses.field(default_factory=_nothing)
    exclude: tuple[str, ...] = ()
    roots: tuple[Path, ...] = ()
    python: Path | None = None
    min_confidence: Confidence = Confidence.LIKELY
    baseline: Path | None = None
    cache_dir: Path | None = None
    jobs: int | None = None
    respect_gitignore: bool = True
    mirror: tuple[Mapping[str, object], ...] = ()
    source: Path | None = None


def settings_from(table: Mapping[str, object], ground: Settings, *, where: str, base: Path) -> Settings:
    """Lay a table of settings over others; relative paths are relative to `base`.

    Raises `BadSettings` with one line that begins with `where`.
    """
    changes: dict[str, Any] = {}
    for key, value in table.items():
        name = key.replace("-", "_")
        reader = _READERS.get(name)
        if reader is None or "_" in key:
            message = f"{where}: unknown key {key!r}{_hint(name.replace('_', '-'), value)}"
            raise BadSettings(message)
        changes[name] = reader(_Entry(f"{where}: {key}", key, value, base))
    return dataclasses.replace(ground, **changes)


def is_key(word: str) -> bool:
    """Say whether there is a key of this name."""
    return word.replace("-", "_") in _READERS


def closest(word: str, known: list[str]) -> str | None:
    """Return the known word that is most like this one, if one is like it at all."""
    import difflib  # noqa: PLC0415  # only a wrong word needs it

    lowered = {each.lower(): each for each in known}
    if word.lower() in lowered:
        return lowered[word.lower()]
    found = difflib.get_close_matches(word.lower(), lowered, n=1, cutoff=0.6)
    return lowered[found[0]] if found else None


def _hint(key: str, value: object) -> str:
    if key == "tool" and isinstance(value, dict):
        return "; only a pyproject.toml has [tool.duotone], so write the keys at the top of the file"
    known = [name.replace("_", "-") for name in _READERS]
    like = closest(key, known)
    return f"; did you mean {like!r}?" if like else f"; the keys are {', '.join(known)}"


@dataclasses.dataclass(frozen=True, slots=True)
class _Entry:
    """One key with its value, and how to speak about it."""

    where: str
    key: str
    value: object
    base: Path

    def refuse(self, needs: str, example: str) -> NoReturn:
        kind = _KINDS.get(type(self.value).__name__, type(self.value).__name__)
        message = f"{self.where} needs {needs}, and got {self.value!r} ({kind}); write {self.key} = {example}"
        raise BadSettings(message)

    def path(self, value: object) -> Path:
        if not isinstance(value, str) or not value:
            self.refuse("a path", '"some/path"')
        return self.base / Path(value).expanduser()


def _words(entry: _Entry) -> tuple[str, ...]:
    example = '["DUO101", "blocking-call"]' if entry.key != "exclude" else '["generated/", "*_pb2.py"]'
    value = entry.value
    if not isinstance(value, list):
        entry.refuse("a list of strings", example)
    items = cast("list[object]", value)
    if not all(isinstance(item, str) and item for item in items):
        entry.refuse("a list of strings", example)
    return tuple(cast("list[str]", items))


def _words_by_pattern(entry: _Entry) -> dict[str, tuple[str, ...]]:
    value = entry.value
    if not isinstance(value, dict):
        entry.refuse("a table of patterns", '{ "tests/**" = ["DUO201"] }')
    table = cast("dict[str, object]", value)
    return {
        pattern: _words(_Entry(f"{entry.where}.{pattern!r}", f'"{pattern}"', codes, entry.base))
        for pattern, codes in table.items()
    }


def _roots(entry: _Entry) -> tuple[Path, ...]:
    value = entry.value
    if not isinstance(value, list):
        entry.refuse("a list of directories", '["src"]')
    roots = tuple(entry.path(item) for item in cast("list[object]", value))
    for root in roots:
        if not root.is_dir():
            message = (
                f"{entry.where}: there is no directory {str(root)!r}; name the directories that imports start from"
            )
            raise BadSettings(message)
    return roots


def _python(entry: _Entry) -> Path:
    path = entry.path(entry.value)
    if path.exists():
        return path
    on_path = shutil.which(str(entry.value))
    if on_path:
        return Path(on_path)
    message = f"{entry.where}: there is no {str(entry.value)!r}; name the target's interpreter or virtual environment"
    raise BadSettings(message)


def _confidence(entry: _Entry) -> Confidence:
    words = {level.word: level for level in Confidence}
    if not isinstance(entry.value, str) or entry.value not in words:
        entry.refuse(f"one of {', '.join(words)}", '"likely"')
    return words[entry.value]


def _path(entry: _Entry) -> Path:
    return entry.path(entry.value)


def _jobs(entry: _Entry) -> int:
    if not isinstance(entry.value, int) or isinstance(entry.value, bool) or entry.value < 1:
        entry.refuse("a number of processes from 1 up", "2")
    return entry.value


def _flag(entry: _Entry) -> bool:
    if not isinstance(entry.value, bool):
        entry.refuse("true or false", "false")
    return entry.value


def _tables(entry: _Entry) -> tuple[Mapping[str, object], ...]:
    value = entry.value
    tables = cast("list[object]", value) if isinstance(value, list) else [value]
    if not all(isinstance(table, dict) for table in tables):
        entry.refuse("a table, or a list of tables", '{ source = "package/_async", target = "package/_sync" }')
    return tuple(cast("list[dict[str, object]]", tables))


_READERS: dict[str, Callable[[_Entry], object]] = {
    "select": _words,
    "ignore": _words,
    "per_file_ignores": _words_by_pattern,
    "exclude": _words,
    "roots": _roots,
    "python": _python,
    "min_confidence": _confidence,
    "baseline": _path,
    "cache_dir": _path,
    "jobs": _jobs,
    "respect_gitignore": _flag,
    "mirror": _tables,
}
