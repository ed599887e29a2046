"""Whether the project of a directory is set up: its settings, its tests, git, and the environment that it runs in."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from duotone.cli.examining import Check, State
from duotone.errors import DuotoneError

__all__ = ["examine_project"]

_SECONDS = 10.0


def examine_project(directory: Path) -> Iterator[Check]:
    """Look at the project that a directory belongs to."""
    yield _settings(directory)
    yield _environment(directory)
    yield _plugin()
    yield _git(directory)


def _settings(directory: Path) -> Check:
    from duotone.analyzer.settings_files import Finder

    try:
        settings = Finder(directory).for_directory(directory)
    except DuotoneError as error:
        return Check("[tool.duotone]", State.BROKEN, str(error))
    if settings.source is None:
        absent = "no settings: all rules, and a source root that is found by itself"
        return Check("[tool.duotone]", State.ABSENT, absent, "add [tool.duotone] to pyproject.toml to choose")
    return Check("[tool.duotone]", State.OK, f"{settings.source}")


def _environment(directory: Path) -> Check:
    from duotone.analyzer.modules.environment import find_environment
    from duotone.analyzer.settings_files import Finder

    try:
        python = Finder(directory).for_directory(directory).python
        found = find_environment(python, directory)
    except DuotoneError as error:
        return Check("environment", State.BROKEN, str(error))
    if not found.directories:
        text = "none is found, so `duotone check` knows no types of other packages"
        return Check("environment", State.ABSENT, text, 'make .venv, or set python = "PATH"')
    return Check("environment", State.OK, f"{found.directories[0]} (Python {'.'.join(map(str, found.version))})")


def _plugin() -> Check:
    if shutil.which("pytest") is None and not _has("pytest"):
        return Check("pytest plugin", State.ABSENT, "pytest is not installed", "pip install 'duotone[testing]'")
    if any(point.name == "duotone" for point in metadata.entry_points(group="pytest11")):
        return Check("pytest plugin", State.OK, "loaded by pytest wherever duotone is installed")
    text = "pytest doesn't know of it in this environment"
    return Check(
        "pytest plugin", State.BROKEN, text, "install duotone with pip, or run pytest -p duotone.testing.plugin"
    )


def _has(package: str) -> bool:
    try:
        metadata.version(package)
    except metadata.PackageNotFoundError:
        return False
    return True


def _git(directory: Path) -> Check:
    git = shutil.which("git")
    if git is None:
        return Check("git", State.ABSENT, "not installed, so findings name no commits", "install git")
    command = [git, "-C", str(directory), "rev-parse", "--show-toplevel"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_SECONDS)  # noqa: S603  # ours
    if done.returncode != 0:
        text = "this is no repository, so `duotone fix` can't tell what is committed"
        return Check("git", State.ABSENT, text, "run git init")
    return Check("git", State.OK, done.stdout.strip())
