"""Discovery: which files a run reads, found quickly, without those that are excluded or git-ignored."""

from __future__ import annotations

import dataclasses
import errno
import os
import stat
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path

from duotone.analyzer.gitignore import Patterns
from duotone.analyzer.gitignore_files import Ignores
from duotone.analyzer.settings import Settings
from duotone.errors import NoSuchPath

__all__ = ["EXCLUDED", "Discovered", "Group", "Skipped", "discover"]

EXCLUDED = frozenset(
    {
        ".bzr",
        ".direnv",
        ".duotone_cache",
        ".eggs",
        ".git",
        ".git-rewrite",
        ".hg",
        ".hypothesis",
        ".ipynb_checkpoints",
        ".mypy_cache",
        ".nox",
        ".pants.d",
        ".pyenv",
        ".pytest_cache",
        ".pytype",
        ".ruff_cache",
        ".svn",
        ".tox",
        ".venv",
        ".vscode",
        "__pycache__",
        "__pypackages__",
        "_build",
        "buck-out",
        "build",
        "dist",
        "node_modules",
        "site-packages",
        "venv",
    }
)
# Names that a package of somebody's may have as well: what has an __init__.py was written and not built.
_ALSO_PACKAGES = frozenset({"_build", "build", "dist", "venv"})
_LIBRARY = frozenset({"asyncio", "encodings", "os.py", "site.py"})
"""What only the standard library has side by side."""
_ENDINGS = (".py", ".ipynb")
_SETTINGS = ("duotone.toml", "pyproject.toml")


@dataclasses.dataclass(frozen=True, slots=True)
class Skipped:
    """Something that a walk met and could not read."""

    path: Path
    reason: str


@dataclasses.dataclass(frozen=True, slots=True)
class Group:
    """Files that share their settings."""

    settings: Settings
    files: tuple[Path, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Discovered:
    """What was found: files in groups, what could not be read, and given directories that held nothing."""

    groups: tuple[Group, ...]
    skipped: tuple[Skipped, ...]
    empty: tuple[Path, ...]

    @property
    def count(self) -> int:
        """How many files there are."""
        return sum(len(group.files) for group in self.groups)


def discover(
    paths: Iterable[Path], settings_for: Callable[[Path], Settings], *, endings: tuple[str, ...] = _ENDINGS
) -> Discovered:
    """Find the files of a run; each is absolute, comes once, and in order.

    A file that is given by name is always taken. Below a directory `*.py` and `*.ipynb` are taken, or those with other
    `endings`, unless they are excluded or git-ignored. Links to directories are not followed, so that no circle of them
    can be walked.

    Raises `NoSuchPath` for what isn't there, is neither file nor directory, or is no text.
    """
    walk = _Walk(settings_for, endings)
    empty: list[Path] = []
    for path in paths:
        absolute = Path(os.path.abspath(path))  # noqa: PTH100  # resolve() would follow the links in it
        mode = _mode(path)
        if stat.S_ISDIR(mode):
            _refuse_locked(path)
            if not walk.directory(absolute):
                empty.append(path)
        elif stat.S_ISREG(mode):
            _refuse_binary(path)
            walk.take(str(absolute), settings_for(absolute.parent))
        else:
            message = f"{str(path)!r} is neither a file nor a directory; give Python files, notebooks or directories"
            raise NoSuchPath(message)
    return Discovered(walk.groups(), tuple(walk.skipped), tuple(empty))


@dataclasses.dataclass(frozen=True, slots=True)
class _Frame:
    """One directory that is still to be read."""

    path: str
    settings: Settings
    ignores: Ignores


class _Walk:
    def __init__(self, settings_for: Callable[[Path], Settings], endings: tuple[str, ...]) -> None:
        self._settings_for = settings_for
        self._endings = endings
        self._files: dict[tuple[Path, Path | None], tuple[Settings, set[str]]] = {}
        self._excludes: dict[tuple[str, ...], Patterns] = {}
        self.skipped: list[Skipped] = []

    def groups(self) -> tuple[Group, ...]:
        return tuple(
            Group(settings, _as_paths(sorted(files)))
            for _, (settings, files) in sorted(self._files.items(), key=lambda item: str(item[0][0]))
        )

    def take(self, file: str, settings: Settings) -> None:
        key = settings.root, settings.source
        if key not in self._files:
            self._files[key] = settings, set()
        self._files[key][1].add(file)

    def directory(self, start: Path) -> bool:
        """Walk one tree, and say whether there was anything in it."""
        settings = self._settings_for(start)
        ignores = Ignores.above(start, settings.root) if settings.respect_gitignore else Ignores()
        frames = [_Frame(str(start), settings, ignores)]
        found = False
        while frames:
            frame = frames.pop()
            below, has_files = self._read(frame, is_start=frame.path == str(start))
            found = found or has_files
            frames += below
        return found

    def _read(self, frame: _Frame, *, is_start: bool) -> tuple[list[_Frame], bool]:
        try:
            with os.scandir(frame.path) as listing:
                entries = sorted(listing, key=lambda entry: entry.name)
        except OSError as error:
            self.skipped.append(Skipped(Path(frame.path), f"can't be read ({error.strerror})"))
            return [], False
        names = {entry.name for entry in entries}
        if "pyvenv.cfg" in names and not is_start:
            return [], False  # a virtual environment, whatever it is called
        if not is_start and _is_installed_library(names):
            return [], False  # a Python that somebody ships, whatever its directory is called
        settings = frame.settings
        if names.intersection(_SETTINGS):
            settings = self._settings_for(Path(frame.path))
        ignores = Ignores()
        if settings.respect_gitignore:
            ignores = frame.ignores.entering(frame.path, names, is_start=is_start)
        return self._sort_out(_Frame(frame.path, settings, ignores), entries)

    def _sort_out(self, frame: _Frame, entries: Sequence[os.DirEntry[str]]) -> tuple[list[_Frame], bool]:
        below: list[_Frame] = []
        has_files = False
        for entry in entries:
            # Asked in this order, since most entries are neither and end here.
            if entry.name.endswith(self._endings) and self._is_file(entry):
                if not self._is_left_out(entry, frame, is_directory=False):
                    self.take(entry.path, frame.settings)
                    has_files = True
            elif entry.is_dir(follow_symlinks=False) and not self._is_left_out(entry, frame, is_directory=True):
                below.append(_Frame(entry.path, frame.settings, frame.ignores))
        return below, has_files

    def _is_left_out(self, entry: os.DirEntry[str], frame: _Frame, *, is_directory: bool) -> bool:
        chosen = self._patterns(frame.settings)
        if chosen:
            root = str(frame.settings.root).rstrip(os.sep) + os.sep
            inside = entry.path.startswith(root)
            verdict = chosen.verdict(
                (entry.path[len(root) :] if inside else entry.name).replace(os.sep, "/"), is_directory=is_directory
            )
            if verdict is not None:
                return verdict or frame.ignores.has(entry.path, is_directory=is_directory)
        if is_directory and entry.name in EXCLUDED and not _is_package(entry):
            return True
        return frame.ignores.has(entry.path, is_directory=is_directory)

    def _patterns(self, settings: Settings) -> Patterns:
        if settings.exclude not in self._excludes:
            self._excludes[settings.exclude] = Patterns(settings.exclude)
        return self._excludes[settings.exclude]

    def _is_file(self, entry: os.DirEntry[str]) -> bool:
        try:
            if entry.is_file():
                return True
        except OSError as error:
            reason = _loop(error) or f"can't be read ({error.strerror})"
            self.skipped.append(Skipped(Path(entry.path), reason))
            return False
        # An editor's lock is such a link too, and has nothing to say.
        if entry.is_symlink() and not entry.name.startswith(".#") and not entry.is_dir():
            self.skipped.append(Skipped(Path(entry.path), "is a link to nothing"))
        return False


def _as_paths(files: Iterable[str]) -> tuple[Path, ...]:
    # Taking a whole path apart costs more than anything else here, so each directory is taken apart once.
    parents: dict[str, Path] = {}
    paths: list[Path] = []
    for file in files:
        directory, name = os.path.split(file)
        parent = parents.get(directory)
        if parent is None:
            parent = parents[directory] = Path(directory)
        paths.append(parent.joinpath(name))
    return tuple(paths)


def _is_installed_library(names: AbstractSet[str]) -> bool:
    """Tell whether a directory is the standard library as it was built or cut down, and not where it is written."""
    return names >= _LIBRARY and ("test" not in names or any(name.startswith("_sysconfigdata") for name in names))


def _is_package(entry: os.DirEntry[str]) -> bool:
    return entry.name in _ALSO_PACKAGES and os.path.exists(os.path.join(entry.path, "__init__.py"))  # noqa: PTH110, PTH118


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError) as error:
        message = f"there is no file or directory {str(path)!r}; give paths that exist"
        raise NoSuchPath(message) from error
    except (OSError, ValueError) as error:
        reason = _loop(error) or f"can't be read ({getattr(error, 'strerror', None) or error})"
        message = f"{str(path)!r} {reason}; give Python files, notebooks or directories"
        raise NoSuchPath(message) from error


def _loop(error: Exception) -> str | None:
    return "is a link that leads back to itself" if getattr(error, "errno", None) == errno.ELOOP else None


def _refuse_locked(path: Path) -> None:
    """Refuse a directory that was asked for and can't be listed, or whose files can't be opened."""
    if not os.access(path, os.R_OK | os.X_OK):
        message = f"{str(path)!r} can't be read (Permission denied); make it readable or leave it out"
        raise NoSuchPath(message)


def _refuse_binary(path: Path) -> None:
    try:
        with path.open("rb") as file:
            start = file.read(4096)
    except OSError as error:
        message = f"{str(path)!r} can't be read ({error.strerror}); make it readable or leave it out"
        raise NoSuchPath(message) from error
    if b"\0" in start:
        message = f"{str(path)!r} is not text; give Python files, notebooks or directories"
        raise NoSuchPath(message)
