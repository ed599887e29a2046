"""A workflow from a file, from text or from data: read, built and checked, or refused with everything that is wrong."""

from __future__ import annotations

import marshal
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from duotone.errors import BadWorkflow
from duotone.runtime.events import Json
from duotone.runtime.workflow.building import build
from duotone.runtime.workflow.checking import check
from duotone.runtime.workflow.model import Definition
from duotone.runtime.workflow.nodes import Node, node_of
from duotone.runtime.workflow.problems import Problems
from duotone.runtime.workflow.reading import read_yaml

__all__ = ["Source", "from_json", "load", "loads"]

Source: TypeAlias = "str | os.PathLike[str] | Mapping[str, Json] | Definition"
"""Where a workflow is: the path of a file, or the workflow itself, as data or as it was read."""

_ENDINGS = (".yaml", ".yml", ".json")

_MOST: Final = 128
"""So many workflows are kept that were read."""
_kept: dict[tuple[str, bytes], Definition] = {}
"""Workflows by where they come from and what stands there: the same text is the same workflow again."""


def load(source: Source) -> Definition:
    """Return the workflow in a file, or the one that is given as data.

    Raises `BadWorkflow` with every problem, each with its place and remedy, before anything is executed.
    """
    if isinstance(source, Definition):
        return source
    if isinstance(source, Mapping):
        return _given(source)
    path = Path(source)
    return _loaded(path, str(path), ())


def loads(text: str | bytes, name: str = "workflow.yaml", *, files: bool = True) -> Definition:
    """Return the workflow in a text of YAML or JSON. Raises `BadWorkflow` as `load` does.

    Without `files` no file is looked at: a workflow that is a step must be written in place.
    """
    problems = Problems(name)
    root = read_yaml(text.encode() if isinstance(text, str) else text, problems)
    return _defined(root, problems, (), Path.cwd(), files=files)


def from_json(data: Mapping[str, Json]) -> Definition:
    """Return the workflow that `to_json` has written, without checking its expressions again."""
    problems = Problems("workflow")
    definition = build(node_of(data, problems), problems, _inline)
    problems.refuse()
    return definition


def _inline(node: Node, problems: Problems) -> Definition | None:
    return build(node, problems, _inline) if isinstance(node.value, Mapping) else None


def _given(source: Any) -> Definition:
    def read() -> Definition:
        problems = Problems("workflow")
        return _defined(node_of(source, problems), problems, (), None)

    try:
        said = marshal.dumps(source, 2)  # the quickest text that tells 1 from true and from "1"
    except ValueError:  # it holds something else than plain data, which is for the reader to judge
        return read()
    return _once("", said, read)


def _once(place: str, said: bytes, read: Callable[[], Definition]) -> Definition:
    """Return the workflow that was read from the same place and text before, or read it."""
    known = _kept.get((place, said))
    if known is None:
        known = read()
        if not _has_children(known):  # they may be in files that change by themselves
            if len(_kept) >= _MOST:
                _kept.clear()
            _kept[place, said] = known
    return known


def _has_children(definition: Definition) -> bool:
    return any(one.child is not None for step in definition.steps for one in (step, *step.branches))


def _loaded(path: Path, shown: str, above: tuple[Path, ...]) -> Definition:
    try:
        data = path.read_bytes()
    except OSError as error:
        line = f"{shown}: can't be read ({(error.strerror or str(error)).lower()}); name a file with a workflow"
        raise BadWorkflow(shown, [line]) from error

    def read() -> Definition:
        problems = Problems(shown)
        return _defined(read_yaml(data, problems), problems, (*above, path.resolve()), path.parent)

    return _once(shown, data, read)


def _defined(
    root: Node | None, problems: Problems, above: tuple[Path, ...], folder: Path | None, *, files: bool = True
) -> Definition:
    if root is None:
        raise BadWorkflow(problems.source, problems.lines)
    definition = build(root, problems, _Children(above, folder, files=files))
    check(definition, root, problems)
    problems.refuse()
    return definition


class _Children:
    """Finds the workflows that steps name: written in place, or in a file beside this one."""

    def __init__(self, above: tuple[Path, ...], folder: Path | None, *, files: bool) -> None:
        self._above = above
        self._folder = folder
        self._files = files

    def __call__(self, node: Node, problems: Problems) -> Definition | None:
        if isinstance(node.value, Mapping):
            definition = build(node, problems, self)
            check(definition, node, problems)
            return definition
        if not isinstance(node.value, str) or not node.value.endswith(_ENDINGS):
            return None
        if self._files:
            return self._in_file(node, node.value, problems)
        problems.add(node.place, "no file can be named here", "write the workflow of this step in its place")
        return None

    def _in_file(self, node: Node, name: str, problems: Problems) -> Definition | None:
        path = (self._folder or Path.cwd()) / name
        if path.resolve() in self._above:
            circle = " → ".join(one.name for one in (*self._above[self._above.index(path.resolve()) :], path))
            problems.add(node.place, f"the workflows call each other in a circle: {circle}", "take one step away")
            return None
        if not path.is_file():
            problems.add(node.place, f"there is no file {name!r}", "name one, as seen from this file")
            return None
        try:
            return _loaded(path, str(path), self._above)
        except BadWorkflow as error:
            problems.take(node.place, error.problems)
            return None
