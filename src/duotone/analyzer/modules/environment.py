"""Where the target's packages are, by the layout of its environment; its interpreter is run only as a last resort."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from duotone.analyzer.modules.editable import read_links
from duotone.errors import NoSuchPython

__all__ = ["Environment", "Version", "find_environment"]

Version = tuple[int, int]

_UNKNOWN: Version = (0, 0)
_OURS: Version = (sys.version_info[0], sys.version_info[1])

_NAMES = (".venv", "venv", "env", ".env", str(Path(".pixi", "envs", "default")))
_DIRECTORY = re.compile(r"(?:python|pypy)(\d+)\.(\d+)t?$")
_ASK = (
    "import json, sys, sysconfig; "
    "print(json.dumps([sys.version_info[:2], sysconfig.get_path('purelib'), sysconfig.get_path('platlib')]))"
)
_PATIENCE = 10.0


class Environment(NamedTuple):
    """Where installed packages are: directories in search order, and single names that lead elsewhere."""

    directories: tuple[str, ...]
    names: dict[str, str]
    version: Version


def find_environment(python: Path | None, start: Path) -> Environment:
    """Find the environment of `python`, or else the one that belongs to `start`, or else our own.

    Raises `NoSuchPython` if `python` is given and leads nowhere.
    """
    if python is not None:
        return _named(python, start)
    for prefix in _prefixes(start):
        found = _below(prefix)
        if found:
            return _complete(found, _version_of(prefix, found), prefix)
    packages = _packages_beside(start)
    paths = sysconfig.get_paths()
    return _complete([*packages, paths["purelib"], paths["platlib"]], _OURS)


def _named(python: Path, start: Path) -> Environment:
    path = python if python.is_absolute() else start / python
    if not path.exists():
        which = shutil.which(str(python))
        if which is None:
            raise NoSuchPython(python, "does not exist")
        path = Path(which)
    # A virtual environment's interpreter is a link to another, so its own place comes first.
    for prefix in [path] if path.is_dir() else [path.parent.parent, path.parent, path.resolve().parent.parent]:
        found = _below(prefix)
        if found:
            return _complete(found, _version_of(prefix, found), prefix)
    if path.is_dir():
        raise NoSuchPython(python, "has no site-packages")
    return _asked(python, path)


def _asked(python: Path, path: Path) -> Environment:
    """Ask the interpreter itself: it was named by the user, and its layout says nothing (a shim, a distribution)."""
    try:
        answer = subprocess.run(  # noqa: S603  # the user's own interpreter, isolated
            [path, "-I", "-c", _ASK], capture_output=True, check=True, timeout=_PATIENCE, stdin=subprocess.DEVNULL
        )
        version, *directories = json.loads(answer.stdout)
        return _complete([str(each) for each in directories], (int(version[0]), int(version[1])))
    except (OSError, subprocess.SubprocessError, ValueError, TypeError, IndexError):
        raise NoSuchPython(python, "does not run as Python") from None


def _prefixes(start: Path) -> Iterator[Path]:
    """Name the places of an environment, nearest first; not all of them exist."""
    chosen = os.environ.get("UV_PROJECT_ENVIRONMENT")
    if chosen:
        yield start / chosen
    for directory in (start, *start.parents):
        for name in _NAMES:
            yield _followed(directory / name)
        linked = _first_line(directory / ".pdm-python")
        if linked:
            yield Path(linked).parent.parent
    for variable in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        if os.environ.get(variable):
            yield Path(os.environ[variable])


def _followed(path: Path) -> Path:
    """Follow a file that holds the path of the environment, as some tools leave it; `.env` is often something else."""
    line = _first_line(path) if path.name == ".venv" and path.is_file() else ""
    return path.parent / line if line else path


def _first_line(path: Path) -> str:
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    return lines[0].strip() if lines and "\0" not in lines[0] else ""


def _packages_beside(start: Path) -> list[str]:
    """Find `__pypackages__` directories (PEP 582), the newest Python first."""
    found = sorted(start.glob("__pypackages__/*/lib"), key=lambda path: _parsed(path.parent.name), reverse=True)
    return [str(path) for path in found[:1]]


def _below(prefix: Path) -> list[str]:
    """List the site-packages of a prefix: virtual environments, conda, Windows, Debian."""
    libraries = [prefix / "lib", prefix / "lib64", prefix / "local" / "lib"]
    found = [str(each) for each in [prefix / "Lib" / "site-packages"] if each.is_dir()]
    for library in libraries:
        if library.is_symlink() and library.name == "lib64":
            continue
        for python in _pythons(library):
            found += [str(python / name) for name in ("site-packages", "dist-packages") if (python / name).is_dir()]
    shared = prefix / "lib" / "python3" / "dist-packages"
    if shared.is_dir():
        found.append(str(shared))
    return _distinct(found)


def _pythons(library: Path) -> list[Path]:
    try:
        entries = [entry for entry in library.iterdir() if _DIRECTORY.fullmatch(entry.name)]
    except OSError:
        return []
    # A prefix that serves several Pythons lists the newest first.
    return sorted(entries, key=lambda path: _parsed(path.name), reverse=True)


def _parsed(text: str) -> Version:
    found = re.search(r"(\d+)\.(\d+)", text)
    return (int(found[1]), int(found[2])) if found else _UNKNOWN


def _version_of(prefix: Path, directories: Iterable[str]) -> Version:
    for directory in directories:
        version = _parsed(Path(directory).parent.name)
        if version > _UNKNOWN:
            return version
    return _parsed(_setting(prefix, "version") or _setting(prefix, "version_info"))


def _setting(prefix: Path, key: str) -> str:
    try:
        text = (prefix / "pyvenv.cfg").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    for line in text.splitlines():
        name, _, value = line.partition("=")
        if name.strip().lower() == key:
            return value.strip()
    return ""


def _complete(directories: Iterable[str], version: Version, prefix: Path | None = None) -> Environment:
    """Add what an outer environment lends, and where links lead."""
    own = _distinct(directories)
    lends = prefix is not None and _setting(prefix, "include-system-site-packages").lower() == "true"
    outer = _below(Path(_setting(prefix, "home")).parent) if prefix is not None and lends else []
    links = [read_links(directory) for directory in [*own, *outer]]
    linked = [directory for link in links for directory in link.directories]
    names = {name: path for link in reversed(links) for name, path in link.names.items()}
    return Environment(tuple(_distinct([*own, *linked, *outer])), names, version if version > _UNKNOWN else _OURS)


def _distinct(directories: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(os.path.normpath(directory) for directory in directories))
