"""What can go wrong with code that is read or changed: errors of the analyzer."""

from __future__ import annotations

from collections.abc import Iterable

from duotone.errors.roots import DuotoneError

__all__ = [
    "BadBaseline",
    "BadMirror",
    "BadSettings",
    "Broken",
    "ChangedMeanwhile",
    "ChangedSince",
    "DirtyFile",
    "FormattingFailed",
    "MisplacedEdit",
    "NoPython",
    "NoSuchFunction",
    "NoSuchMutation",
    "NoSuchPath",
    "NoSuchPython",
    "NotEditable",
    "NothingToUndo",
    "OutsideTree",
    "OverlappingEdits",
    "ProcessLost",
    "RedCommand",
    "TreeBusy",
    "Unplantable",
    "Unwritable",
    "WrongUse",
]


class BadMirror(DuotoneError, ValueError):
    """A mirror names a source that isn't there, or a target that it can't have."""

    def __init__(self, source: str, reason: str) -> None:
        super().__init__(f"mirror of {source!r}: {reason}")
        self.source = source


class ProcessLost(DuotoneError, RuntimeError):
    """A process that worked on files for a run has ended before it was done, so that the run has no result."""

    def __init__(self, exit_code: int | None) -> None:
        super().__init__(
            f"a process of this run was ended by something else (exit code {exit_code}), most often for a lack of "
            "memory; check fewer files at once, or use --jobs 1, which needs less of it"
        )
        self.exit_code = exit_code


class FormattingFailed(DuotoneError, RuntimeError):
    """The formatter that a project has set can't be run, or refuses what it is given."""

    def __init__(self, formatter: str, reason: str) -> None:
        super().__init__(
            f"the copies can't be formatted with {formatter}: {reason}; install it, name another with `format`, "
            'or leave them as they are with format = "none"'
        )
        self.formatter = formatter


class NoSuchFunction(DuotoneError, LookupError):
    """A function was named that isn't in the project."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name!r}: {reason}")
        self.name = name


class WrongUse(DuotoneError, ValueError):
    """Options of the command that don't go together, or that name something that isn't there."""


class BadSettings(DuotoneError, ValueError):
    """A setting that doesn't exist, has the wrong type, or names something that isn't there."""


class BadBaseline(DuotoneError, ValueError):
    """A baseline that isn't there, or that no version of ours has written."""


class NoSuchPath(DuotoneError, OSError):
    """A path was given that can't be read as Python code."""


class NoSuchPython(DuotoneError, ValueError):
    """The interpreter or environment that was named does not exist, or has no place for packages."""

    def __init__(self, given: object, reason: str) -> None:
        super().__init__(
            f"python = {str(given)!r} {reason}; name an interpreter or the directory of a virtual environment"
        )
        self.given = given


class OverlappingEdits(DuotoneError, ValueError):
    """Two edits want to change the same text; their places are a line and a column each."""

    def __init__(self, path: str, first: tuple[int, int], second: tuple[int, int]) -> None:
        one, other = ("{}:{}".format(*place) for place in (first, second))
        super().__init__(
            f"two edits of {path} change the same text, at {one} and {other}; "
            f"apply one, check again, and apply the other"
        )
        self.path = path
        self.first = first
        self.second = second


class MisplacedEdit(DuotoneError, ValueError):
    """An edit lies outside the text that it is for; its start and its end are a line and a column each."""

    def __init__(self, path: str, start: tuple[int, int], end: tuple[int, int]) -> None:
        span = "{}:{} to {}:{}".format(*start, *end)
        super().__init__(f"{path} has no text at {span}; it was changed since it was checked, so check it again")
        self.path = path
        self.start = start
        self.end = end


class NotEditable(DuotoneError, ValueError):
    """A file whose text can't be turned back into its own bytes."""

    def __init__(self, path: str) -> None:
        super().__init__(
            f"{path} can't be edited without changing other bytes of it; save it in the encoding that it declares"
        )
        self.path = path


class Broken(DuotoneError, ValueError):
    """Edits would turn Python into something that is none."""

    def __init__(self, path: str) -> None:
        super().__init__(f"the edits of {path} would break its syntax, so they were not made; please report it")
        self.path = path


class Unwritable(DuotoneError, OSError):
    """A file, or the record of a change, can't be written."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path!r} can't be written ({reason}), so nothing was changed; mend that and try again")
        self.path = path


class ChangedMeanwhile(DuotoneError, RuntimeError):
    """Files are not as they were when their change was planned."""

    def __init__(self, paths: Iterable[str]) -> None:
        self.paths = tuple(paths)
        names = ", ".join(self.paths[:5]) + (", …" if self.paths[5:] else "")
        super().__init__(f"changed since it was read, so nothing was written: {names}; run the command again")


class ChangedSince(DuotoneError, RuntimeError):
    """Files were changed after the change that is to be undone."""

    def __init__(self, title: str, paths: Iterable[str]) -> None:
        self.paths = tuple(paths)
        names = ", ".join(self.paths)
        super().__init__(
            f"{title!r} can't be undone, since these files were changed after it: {names}; undo that first"
        )


class NothingToUndo(DuotoneError, LookupError):
    """No change of a tree is on record."""

    def __init__(self, root: str) -> None:
        super().__init__(f"no change of {root!r} is on record; run --undo where the change was made")
        self.root = root


class TreeBusy(DuotoneError, RuntimeError):
    """Another duotone writes to the same tree."""

    def __init__(self, root: str) -> None:
        super().__init__(f"another duotone is writing to {root!r}; wait for its end and try again")
        self.root = root


class Unplantable(DuotoneError):
    """A mutation was applied to a text that it was not made from."""

    def __init__(self, mutation: str, path: str) -> None:
        super().__init__(f"{mutation} doesn't fit {path}: the file has changed; list the mutations again")
        self.mutation = mutation
        self.path = path


class NoSuchMutation(DuotoneError):
    """There is no mutation of that id in the given paths."""


class NoPython(DuotoneError):
    """The given paths hold no Python file that can be read."""


class OutsideTree(DuotoneError):
    """A path lies outside of the directory that the mutations are relative to."""


class DirtyFile(DuotoneError):
    """A file can't be mutated in place, since the change could not be told from the user's own."""


class RedCommand(DuotoneError):
    """The command fails without a fault, so it can't tell one."""
