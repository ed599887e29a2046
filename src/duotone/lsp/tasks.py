"""What the server asks of the process that analyzes, and what that answers."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path

from lsprotocol import types

__all__ = ["Checked", "Hint", "Outcome", "Ruling", "Task", "Taste"]


@dataclasses.dataclass(frozen=True, slots=True)
class Taste:
    """What the client can show, and in which units it counts columns."""

    encoding: str = "utf-16"
    has_related: bool = True
    has_links: bool = True
    has_tags: bool = True


@dataclasses.dataclass(frozen=True, slots=True)
class Task:
    """One check of everything: the folders as they are on disk, with the buffers of the editor in place of files.

    `uris` are the names that the client has for files that it has open; the same file may be written in several ways.
    """

    number: int
    folders: tuple[Path, ...]
    buffers: Mapping[Path, str]
    uris: Mapping[Path, str]
    taste: Taste = Taste()


@dataclasses.dataclass(frozen=True, slots=True)
class Ruling:
    """One finding as the client gets it: the diagnostic, what can be done about it, and the text for a hover."""

    diagnostic: types.Diagnostic
    actions: tuple[types.CodeAction, ...] = ()
    about: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class Hint:
    """What a hover over a name says where there is no finding."""

    range: types.Range
    about: str


@dataclasses.dataclass(frozen=True, slots=True)
class Checked:
    """By URI, the findings of every file that was read and has any, and the hints of those that are open."""

    rulings: Mapping[str, tuple[Ruling, ...]] = dataclasses.field(default_factory=dict[str, tuple[Ruling, ...]])
    hints: Mapping[str, tuple[Hint, ...]] = dataclasses.field(default_factory=dict[str, tuple[Hint, ...]])


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a task.

    `problems` are lines for the user, and `details` is for the log. `is_partial` says that some files could not be
    checked, so that silence about a file means nothing.
    """

    number: int
    checked: Checked = Checked()
    problems: tuple[str, ...] = ()
    details: str = ""
    is_partial: bool = False
