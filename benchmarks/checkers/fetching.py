"""Fetches source distributions and makes environments, each once, below a directory that git ignores."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.measure import ROOT

if TYPE_CHECKING:
    from collections.abc import Generator

STORE = ROOT / ".bench"
HERE = Path(__file__).parent
# Settings of a project's own would make the checkers differ in more than what they are.
SETTINGS = (
    "pyproject.toml",
    "pyproject.toml.orig",
    "setup.cfg",
    "tox.ini",
    "mypy.ini",
    ".mypy.ini",
    "pyrightconfig.json",
    "ruff.toml",
    ".ruff.toml",
    "ty.toml",
    "pyrefly.toml",
    ".flake8",
    ".pylintrc",
    "pylintrc",
    "duotone.toml",
)
MINIMAL = '[project]\nname = "measured"\nversion = "1"\nrequires-python = ">=3.11"\n'


@dataclass(frozen=True)
class Project:
    """One public project at one version."""

    name: str
    version: str
    kind: str
    paths: tuple[str, ...]
    roots: tuple[str, ...]
    extras: tuple[str, ...]

    @property
    def label(self) -> str:
        """The name and version as one word."""
        return f"{self.name}-{self.version}"


def projects(*, held_out: bool = False) -> dict[str, Project]:
    """Return the pinned list, or that of the projects that nobody looks into."""
    table = tomllib.loads((HERE / "projects.toml").read_text())
    return {
        name: Project(name, one["version"], one["kind"], tuple(one["paths"]), tuple(one["roots"]), tuple(one["with"]))
        for name, one in table.items()
        if one.get("held-out", False) is held_out
    }


def source(name: str, version: str) -> Path:
    """Return the unpacked source distribution, fetched from the package index when it isn't there."""
    target = STORE / "src" / f"{name}-{version}"
    if target.is_dir():
        return target
    sdists = STORE / "sdists" / f"{name}-{version}"
    if not any(sdists.glob("*")):
        pip(
            Path(sys.executable),
            "download",
            "--no-deps",
            "--ignore-requires-python",
            "--no-binary",
            name,
            "--dest",
            str(sdists),
            f"{name}=={version}",
        )
    unpacked = STORE / "src" / f".{name}"
    shutil.rmtree(unpacked, ignore_errors=True)
    with tarfile.open(next(sdists.iterdir())) as archive:
        archive.extractall(unpacked, filter="data")
    next(unpacked.iterdir()).rename(target)
    unpacked.rmdir()
    return target


@contextlib.contextmanager
def work_tree(project: Project) -> Generator[Path]:
    """Have a copy of a project for a while."""
    with tempfile.TemporaryDirectory(prefix=f"{project.label}-", dir=made("work")) as folder:
        tree = Path(folder) / project.name
        bare_copy(project, tree)
        yield tree


def made(name: str) -> Path:
    """Return a folder of the store."""
    folder = STORE / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def bare_copy(project: Project, target: Path) -> None:
    """Copy a project without its own settings, as a repository of its own."""
    shutil.copytree(source(project.name, project.version), target, symlinks=True)
    for name in SETTINGS:
        for path in target.rglob(name):
            path.unlink()
    (target / "pyproject.toml").write_text(MINIMAL)
    # Most tools look for ignore files up to the next repository, and .bench is ignored in ours.
    subprocess.run(["git", "init", "-q"], cwd=target, check=True)  # noqa: S607


def environment(project: Project) -> Path:
    """Return an environment with what a project needs, and without the project itself."""
    target = STORE / "envs" / project.label
    done = target / "ready"
    if not done.exists():
        python = create(target)
        pip(python, "install", f"{project.name}=={project.version}", *project.extras)
        pip(python, "uninstall", "-y", project.name)
        done.touch()
    return target


def tools() -> Path:
    """Return the environment of the peers."""
    target = STORE / "tools"
    pinned = (HERE / "tools.txt").read_text()
    done = target / "pinned.txt"
    if not done.exists() or done.read_text() != pinned:
        pip(create(target), "install", "-r", str(HERE / "tools.txt"))
        done.write_text(pinned)
    return target / "bin"


def create(target: Path) -> Path:
    """Make an environment and return its Python."""
    if not (target / "bin" / "python").exists():
        venv.create(target, with_pip=True)
    return target / "bin" / "python"


def pip(python: Path, *arguments: str) -> None:
    """Run pip quietly."""
    subprocess.run([str(python), "-m", "pip", "-q", "--disable-pip-version-check", *arguments], check=True)
