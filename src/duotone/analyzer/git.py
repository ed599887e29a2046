"""Asks git about a repository, in a way that the repository's own settings can't turn into running anything."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path

__all__ = ["Repository"]

_MOST_CALLS = 60
_MOST_SECONDS = 5.0
_LONGEST_CALL = 2.0

_SAFE = (
    *("--no-pager", "--no-replace-objects", "--literal-pathspecs"),
    *("-c", "core.fsmonitor=false"),
    *("-c", f"core.hooksPath={os.devnull}"),
    *("-c", f"core.attributesFile={os.devnull}"),
    *("-c", "protocol.allow=never"),
    *("-c", "safe.bareRepository=explicit"),
)
"""No monitor, no hooks, nothing fetched on demand, and no directory that only looks like a repository."""

_ENVIRONMENT = {
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
_INHERITED = frozenset({"GIT_CEILING_DIRECTORIES", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM", "GIT_EXEC_PATH"})
"""Of git's own variables only these pass: a hook's would lead to another index, and some name programs to run."""


class Repository:
    """A repository with its whole history; what it is asked has a number and a time that it may take in all."""

    def __init__(self, top: Path, deadline: float) -> None:
        self.top = top
        self._deadline = deadline
        self._left = _MOST_CALLS

    @classmethod
    def around(cls, folder: Path) -> Repository | None:
        """The repository that a folder is in; None without git, without one, and in a shallow clone."""
        found = cls(folder, time.monotonic() + _MOST_SECONDS)
        answer = found.ask("rev-parse", "--show-toplevel", "--is-shallow-repository")
        top, _, is_shallow = (answer or "").strip().rpartition("\n")
        if not top or is_shallow != "false":
            return None
        found.top = Path(top)
        return found

    def ask(self, *arguments: str) -> str | None:
        """What git answers; None where it fails, where it isn't there, and where enough was asked."""
        seconds = min(_LONGEST_CALL, self._deadline - time.monotonic())
        git = _program()
        if git is None or self._left <= 0 or seconds <= 0:
            return None
        self._left -= 1
        try:
            done = subprocess.run(  # noqa: S603  # no shell, and nothing of it is a program
                [git, *_SAFE, *arguments],
                cwd=self.top,
                env=_environment(),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=seconds,
                check=False,
            )
        except (OSError, subprocess.SubprocessError, ValueError):
            return None
        return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else None


def _program() -> str | None:
    """Where git is; one that lies in the working directory, where a project may have put it, is none."""
    found = shutil.which("git")
    return found if found is not None and Path(found).parent not in {Path(), Path.cwd()} else None


def _environment() -> dict[str, str]:
    own = {name: value for name, value in os.environ.items() if not name.startswith("GIT_") or name in _INHERITED}
    return {**own, **_ENVIRONMENT}
