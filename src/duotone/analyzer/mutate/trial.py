"""Runs a command against each mutation, in a copy of the tree, and says which faults it notices."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path

from duotone.errors import RedCommand

from .records import Mutation
from .trees import Tree

__all__ = ["Outcome", "Trial"]

# Large, and nothing in them is mutated: the copy has links to them.
_LINKED = (".venv", "venv", "env", "node_modules", ".tox", ".nox")
_LEFT_OUT = shutil.ignore_patterns(".git", "__pycache__", "*.pyc", ".*_cache", ".hypothesis", *_LINKED)


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What became of one mutation: killed, survived or timed out."""

    mutation: Mutation
    verdict: str

    @property
    def is_noticed(self) -> bool:
        """Whether the command told this fault from none."""
        return self.verdict != "survived"


class Trial:
    """A command that is run in a copy of the tree; `timeout` counts in seconds."""

    def __init__(self, tree: Tree, command: str, timeout: float | None) -> None:
        self._tree, self._command, self._timeout = tree, command, timeout

    def run(self, chosen: Sequence[Mutation], progress: Callable[[int], None]) -> Iterator[Outcome]:
        """Yield the outcome of each mutation; raises `RedCommand` when the command fails on the tree as it is."""
        with _copy(self._tree.root) as copy:
            status = self._status(copy)
            if status != 0:
                how = "doesn't end in time" if status is None else f"exits with {status}"
                message = f"the command {how} on the unchanged tree; it must succeed there: {self._command}"
                raise RedCommand(message)
            for number, mutation in enumerate(chosen):
                progress(number)
                yield Outcome(mutation, self._verdict(copy, mutation))

    def _verdict(self, copy: Path, mutation: Mutation) -> str:
        path = copy / mutation.path
        original = path.read_bytes()
        path.write_bytes(self._tree.mutated(mutation))
        try:
            status = self._status(copy)
        finally:
            path.write_bytes(original)
        if status is None:
            return "timed out"
        return "killed" if status else "survived"

    def _status(self, copy: Path) -> int | None:
        """Run the command and return its exit code, or None when it was ended for taking too long."""
        process = subprocess.Popen(  # noqa: S602  # the command line is the user's own
            self._command,
            shell=True,
            cwd=copy,
            env=_environment(copy),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            return process.wait(self._timeout)
        except subprocess.TimeoutExpired:
            return None
        finally:
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the command and whatever it started and left behind."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _environment(copy: Path) -> dict[str, str]:
    """Return an environment in which the copy is imported even where the original is installed in editable mode."""
    before = os.environ.get("PYTHONPATH")
    paths = [str(copy / "src"), str(copy), *([before] if before else [])]
    # Bytecode is found by the time and size of its source, which a quick edit can leave as they were.
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1"}


@contextlib.contextmanager
def _copy(root: Path) -> Generator[Path]:
    """Copy a tree for as long as it is needed."""
    with tempfile.TemporaryDirectory(prefix="duotone-mutate-", ignore_cleanup_errors=True) as folder:
        copy = Path(folder).resolve() / root.name
        shutil.copytree(root, copy, ignore=_LEFT_OUT, symlinks=True, ignore_dangling_symlinks=True)
        for name in _LINKED:
            if (root / name).is_dir():
                (copy / name).symlink_to(root / name, target_is_directory=True)
        yield copy
