"""Documentation of older versions: its examples are written for another package than the one in the tree."""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Iterator, Sequence

from duotone.analyzer.findings import Confidence, Finding
from duotone.analyzer.rules.program import Program

__all__ = ["Editions"]

_SNAPSHOTS = frozenset({"versioned_docs"})
"""Folders that documentation is copied to when a version comes out."""
_DOCS = re.compile(r"(api_?)?(docs?|documentation|docs?_src|examples|website)")
_ARCHIVES = re.compile(r"(docs?[_-])?(archived?|archives)|old[_-]docs?")
_VERSION = re.compile(r"(?:version[-_]?|v)(\d+(?:\.(?:\d+|x))*)|(\d+(?:\.(?:\d+|x))+)", re.IGNORECASE)
_COLORS = ("DUO10", "DUO110", "DUO12", "DUO302", "DUO601", "DUO70")
"""What rests on the color of a function, or on what it does."""
_DOUBT = "it is documentation of another version, where this may have another color"


class Editions:
    """Knows which folders of a project are documentation of a version that isn't the one in the tree."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def doubted(self, finding: Finding) -> Finding:
        """The finding, only possible where old documentation is held against the functions that there are today."""
        if not finding.code.startswith(_COLORS) or finding.confidence is Confidence.POSSIBLE:
            return finding
        folder = next(self._old(finding.place.path), "")
        if not folder or not self._rests_on_today(finding, folder):
            return finding
        fix = finding.fix and dataclasses.replace(finding.fix, is_safe=False)
        return dataclasses.replace(finding.doubted(_DOUBT), fix=fix)

    def _rests_on_today(self, finding: Finding, folder: str) -> bool:
        """Tell whether what makes it a fault is a definition of the project elsewhere, or one that was guessed."""
        steps = [step.place for step in finding.proof if step.kind in {"definition", "path"} and step.place is not None]
        # Definitions are still told by their names, and get their places later.
        own = [self._program.paths.get(_symbol(place.path), "") or place.path for place in steps]
        return not own or any(path in self._paths and not path.startswith(f"{folder}/") for path in own)

    @functools.cached_property
    def _paths(self) -> frozenset[str]:
        return frozenset(file.path for file in self._program.files)

    def _old(self, path: str) -> Iterator[str]:
        """The folders around a file that are of another version, the outermost first."""
        parts = path.split("/")[:-1]
        for index, part in enumerate(parts):
            folder, above = "/".join(parts[: index + 1]), "/".join(parts[:index])
            is_below_docs = any(map(_DOCS.fullmatch, parts[:index]))
            is_outrun = is_below_docs and _VERSION.fullmatch(part) is not None and self._has_newer(above, part)
            is_put_away = _ARCHIVES.fullmatch(part) is not None and (is_below_docs or self._has_docs(above))
            if part in _SNAPSHOTS or is_outrun or is_put_away:
                yield folder

    def _has_newer(self, above: str, part: str) -> bool:
        """Tell whether another version stands beside one, that is newer."""
        return any(_number(other) > _number(part) for other in self._beside(above) if _VERSION.fullmatch(other))

    def _has_docs(self, above: str) -> bool:
        return any(map(_DOCS.fullmatch, self._beside(above)))

    def _beside(self, above: str) -> Sequence[str]:
        """The folders in a folder."""
        return self._folders.get(above, ())

    @functools.cached_property
    def _folders(self) -> dict[str, list[str]]:
        found: dict[str, dict[str, None]] = {}
        for file in self._program.files:
            parts = file.path.split("/")[:-1]
            for index, part in enumerate(parts):
                found.setdefault("/".join(parts[:index]), {})[part] = None
        return {above: [*below] for above, below in found.items()}


def _symbol(path: str) -> str:
    """The name in the place of a definition."""
    return path.split(":", 2)[1] if path.startswith("symbol:") else ""


def _number(part: str) -> list[int]:
    """A version as numbers, of which an open end counts as the last."""
    found = _VERSION.fullmatch(part)
    text = (found[1] or found[2]) if found is not None else ""
    return [int(one) if one.isdigit() else 1 << 30 for one in text.split(".") if one]
