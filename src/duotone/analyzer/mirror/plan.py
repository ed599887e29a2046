"""Which files are copied to where, and what their copies are."""

from __future__ import annotations

import ast
import dataclasses
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from duotone.analyzer.mirror.copying import copied
from duotone.analyzer.mirror.facade import facade
from duotone.analyzer.mirror.formatting import Formatter
from duotone.analyzer.mirror.inference import inferred_names
from duotone.analyzer.mirror.modules import Modules
from duotone.analyzer.mirror.names import Names
from duotone.analyzer.mirror.records import Refusal, Rules, Twin
from duotone.analyzer.mirror.side import Side
from duotone.analyzer.parsing import parse
from duotone.errors import BadMirror

__all__ = ["HEADER", "Made", "Mirror", "Plan", "plan"]

HEADER = "# Made by `duotone mirror` from {source}: edit that file, and run it again.\n"
_MARK = "# Made by `duotone mirror` from "


@dataclasses.dataclass(frozen=True, slots=True)
class Mirror:
    """One entry of the settings: a file, a directory, or a pattern with `*`, and where its copies go."""

    source: str
    target: str
    mode: str = "copy"
    rules: Rules = dataclasses.field(default_factory=Rules)
    format: str | tuple[str, ...] = "auto"


@dataclasses.dataclass(frozen=True, slots=True)
class Made:
    """One copy: where it comes from and goes to, and its text."""

    twin: Twin
    text: str

    @property
    def is_fresh(self) -> bool:
        """Whether the file on disk is this text."""
        try:
            return self.twin.target.read_bytes().replace(b"\r\n", b"\n") == self.text.encode()
        except OSError:
            return False


@dataclasses.dataclass(frozen=True, slots=True)
class Plan:
    """All copies, everything that stands in their way, the rules that nothing needed, and copies without a source."""

    made: tuple[Made, ...]
    refusals: tuple[Refusal, ...]
    unused: tuple[str, ...]
    orphans: tuple[Path, ...]

    @property
    def stale(self) -> tuple[Made, ...]:
        """The copies that differ from what is on disk."""
        return tuple(one for one in self.made if not one.is_fresh)


def plan(mirrors: Sequence[Mirror], root: Path) -> Plan:
    """Make every copy in memory. Raises `BadMirror` for a source that isn't there or would be copied onto itself."""
    pairs = [(mirror, list(_twins(mirror, root))) for mirror in mirrors]
    every = [twin for _, twins in pairs for twin in twins]
    inferred = _inferred(every)
    made: list[Made] = []
    refusals: list[Refusal] = []
    unused: list[str] = []
    for mirror, twins in pairs:
        side = Side(Names(mirror.rules, inferred), Modules(every, mirror.rules.rename), mirror.rules)
        used: set[str] = set()
        for twin in twins:
            one, refused, needed = _make(mirror, twin, root, side)
            made.append(one)
            refusals += refused
            used |= needed
        unused += _unused(mirror, used | side.names.used | side.modules.used)
    return Plan(tuple(made), tuple(refusals), tuple(unused), tuple(_orphans(pairs, every, root)))


def _make(mirror: Mirror, twin: Twin, root: Path, side: Side) -> tuple[Made, tuple[Refusal, ...], frozenset[str]]:
    text = _read(twin.source)
    path = _shown(twin.source, root)
    make = facade if mirror.mode == "facade" else copied
    made = make(text, path, twin, side)
    if made.refusals:
        return Made(twin, ""), made.refusals, made.used
    whole = HEADER.format(source=_shown(twin.source, twin.target.parent)) + made.text
    return Made(twin, Formatter(root, mirror.format)(whole, twin.target)), (), made.used


def _twins(mirror: Mirror, root: Path) -> Iterator[Twin]:
    source, target = root / mirror.source, root / mirror.target
    if "*" in mirror.source:
        if mirror.source.count("*") != 1 or mirror.target.count("*") != 1:
            raise BadMirror(mirror.source, "a pattern has one `*`, and its target has one where that part goes")
        head, _, tail = mirror.source.partition("*")
        found = sorted(root.glob(mirror.source))
        for path in found:
            name = path.relative_to(root).as_posix()
            part = name[len(head) : len(name) - len(tail)]
            yield _twin(mirror, path, root / mirror.target.replace("*", part))
    elif source.is_dir():
        found = [
            path for path in sorted(source.rglob("*.py")) if mirror.mode == "copy" or b"async" in path.read_bytes()
        ]
        for path in found:
            yield _twin(mirror, path, target / path.relative_to(source))
    elif source.is_file():
        found = [source]
        yield _twin(mirror, source, target / source.name if target.is_dir() else target)
    else:
        found = []
    if not found:
        raise BadMirror(
            mirror.source, "there is no such file, and no async code in such a directory; name the async source"
        )


def _twin(mirror: Mirror, source: Path, target: Path) -> Twin:
    if source == target:
        raise BadMirror(mirror.source, "it would be copied onto itself; name another target")
    if target.is_file() and not _is_made(target) and _is_made(source):
        raise BadMirror(mirror.source, "it is itself a copy that was made; source and target are the wrong way round")
    return Twin(source, target)


def _inferred(twins: Sequence[Twin]) -> dict[str, str]:
    """Look for pairs of names in the packages that the sources are in, but not in copies."""
    known = {path for twin in twins for path in (twin.source, twin.target)}
    tops = {_top(twin.source.parent) for twin in twins}
    others = [path for top in tops for path in sorted(top.rglob("*.py")) if path not in known and not _is_made(path)]
    return inferred_names(_trees(twin.source for twin in twins), _trees(others))


def _top(directory: Path) -> Path:
    """The outermost package around a directory, or the directory where there is none."""
    while (directory / "__init__.py").is_file() and (directory.parent / "__init__.py").is_file():
        directory = directory.parent
    return directory


def _trees(paths: Iterable[Path]) -> Iterator[ast.Module]:
    for path in paths:
        yield parse(path.read_bytes()).tree


def _unused(mirror: Mirror, used: set[str]) -> list[str]:
    rules = mirror.rules
    given = [*rules.rename, *rules.replace, *rules.words, *rules.unwrap, *rules.omit]
    return [rule for rule in given if rule not in used]


def _orphans(pairs: Sequence[tuple[Mirror, list[Twin]]], every: Sequence[Twin], root: Path) -> Iterator[Path]:
    """Files in the target directories that were made from a source that is gone."""
    targets = {twin.target for twin in every}
    for mirror, _ in pairs:
        directory = root / mirror.target
        if (root / mirror.source).is_dir() and directory.is_dir():
            yield from (path for path in sorted(directory.rglob("*.py")) if path not in targets and _is_made(path))


def _is_made(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_MARK)) == _MARK.encode()
    except OSError:
        return False


def _read(path: Path) -> str:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadMirror(str(path), f"it can't be read as UTF-8 ({error}); save it so") from error
    return text.replace("\r\n", "\n")


def _shown(path: Path, base: Path) -> str:
    """A path as it is written from a directory."""
    return Path(os.path.relpath(path, base)).as_posix()
