"""How a finding and its place are put into words, for people and for services, and a path into an address."""

from __future__ import annotations

from pathlib import PurePath
from urllib.parse import quote

from duotone.analyzer.findings import Finding, Place, path_told
from duotone.analyzer.output.characters import one_line
from duotone.analyzer.output.context import Context

__all__ = ["address", "from_repository", "is_of_library", "label", "message", "position", "step_label", "with_cell"]


def message(finding: Finding) -> str:
    """Return what a finding says; one that says nothing is known by its name."""
    return finding.message.strip() or finding.name or finding.code


def position(place: Place) -> str:
    """Write line and column, after the cell if there is one: `12:5`, or `cell 3:12:5`."""
    cell = "" if place.cell is None else f"cell {place.cell}:"
    return f"{cell}{place.line}:{place.column}"


def label(place: Place, *, unicode: bool = True) -> str:
    """Write a place as editors and terminals recognize it: `path:12:5`."""
    return f"{one_line(place.path, unicode=unicode)}:{position(place)}"


def is_of_library(place: Place) -> bool:
    """Whether a place lies in a package that is installed, or in a stub, where its whole path means this machine."""
    return path_told(place.path) != place.path


def step_label(place: Place, *, unicode: bool = True) -> str:
    """Write the place of a step as `path:12:5`, and in a library as `package/module.py:12`."""
    if not is_of_library(place):
        return label(place, unicode=unicode)
    return f"{one_line(path_told(place.path), unicode=unicode)}:{place.line}"


def with_cell(place: Place, text: str) -> str:
    """Put the cell and its line before a text that will be shown where a notebook's own lines mean little."""
    return text if place.cell is None else f"cell {place.cell}, line {place.line}: {text}"


def from_repository(path: str, context: Context) -> str:
    """Return the path relative to the repository where it lies in it, else the absolute path; with forward slashes."""
    if context.repository is None or context.repository == context.root:
        return path
    whole = PurePath(context.root.absolute(), path)
    try:
        return whole.relative_to(context.repository.absolute()).as_posix()
    except ValueError:
        return whole.as_posix()


def address(path: str) -> tuple[str, bool]:
    """Return a path as a percent-encoded URI reference, and whether it is relative.

    A name that is not UTF-8 keeps its bytes, so that the address still finds the file.
    """
    try:
        octets = path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # a surrogate that stands for no byte
        octets = path.encode("utf-8", "backslashreplace")
    if not PurePath(path).is_absolute():
        return quote(octets, safe="/"), True
    return f"file://{'' if path.startswith('/') else '/'}{quote(octets, safe='/:')}", False
