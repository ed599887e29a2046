"""What a command may have: a working directory inside a root, and of the host's environment only what is allowed."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

from duotone.contract.settings import check_timeout
from duotone.errors import CommandRefused
from duotone.runtime.processes.records import Command, Request

__all__ = ["PASSED", "SECRET", "ProcessPolicy"]

PASSED: Final = (
    "HOME",
    "LANG",
    "LANGUAGE",
    "LC_*",
    "LOGNAME",
    "PATH",
    "SHELL",
    "TERM",
    "TMPDIR",
    "TZ",
    "USER",
    "VIRTUAL_ENV",
    "XDG_*",
)
"""The variables of the host that a command gets."""

SECRET: Final = ("*CREDENTIAL*", "*KEY*", "*PASSPHRASE*", "*PASSWD*", "*PASSWORD*", "*SECRET*", "*TOKEN*", "*_DSN")
"""Names that stand for secrets. A pattern with a star lets none of them through; only the whole name does."""

_SHORTEST: Final = 6
"""A secret with fewer characters can't be told from other words."""


@dataclass(frozen=True, slots=True)
class ProcessPolicy:
    """Where commands may run and what of the environment they get; patterns are those of the shell."""

    root: str | os.PathLike[str] | None = None
    """Commands run here or below; None lets them run anywhere, by default where the host is."""
    passes: Sequence[str] = PASSED
    """Variables of the host that commands get."""
    denies: Sequence[str] = ()
    """Variables that no command may be given."""
    sets: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """Variables that every command gets."""
    shell: Sequence[str] = ("/bin/sh", "-c")
    timeout: float | None = 120.0
    """Seconds for a command that somebody waits for, unless another time is asked for."""
    grace: float = 2.0
    """Seconds between SIGTERM and SIGKILL."""
    limit: int = 1 << 20
    """Bytes that are kept of an output at least."""

    def request(
        self,
        command: Command,
        *,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Request:
        """Return what may be started; raises `CommandRefused`."""
        given = env or {}
        if timeout is not None:
            check_timeout(timeout)
        _refuse_untyped(command, given)
        said = self.masked(command if isinstance(command, str) else shlex.join(command), given)
        argv = [*self.shell, command] if isinstance(command, str) else list(command)
        if not argv or not said.strip():
            raise CommandRefused(said, "it is empty", "pass a line for the shell, or a program with its arguments")
        if any("\0" in part for part in argv):
            raise CommandRefused(said, "it has a null character", "leave that out")
        where = self._directory(said, cwd)
        environment = self._environment(said, given)
        return Request(
            argv, where, environment, said, sorted(given), timeout=timeout, grace=self.grace, limit=self.limit
        )

    def masked(self, text: str, given: Mapping[str, str] | None = None) -> str:
        """Return a text without the secrets of the environment, for what is written down."""
        for name, value in [*os.environ.items(), *(given or {}).items()]:
            if len(value) >= _SHORTEST and _is_any(name, SECRET):
                text = text.replace(value, f"[{name}]")
        return text

    def _directory(self, command: str, cwd: str | os.PathLike[str] | None) -> str:
        root = None if self.root is None else Path(self.root).resolve()
        where = Path(root or Path.cwd(), cwd or "").resolve()  # an absolute one stands alone
        if root is not None and not where.is_relative_to(root):
            raise CommandRefused(command, f"directory {str(cwd)!r} is outside of the root", "choose one inside of it")
        if not where.is_dir():
            raise CommandRefused(command, f"there is no directory {str(cwd or where)!r}", "make it first")
        return os.fspath(where)

    def _environment(self, command: str, given: Mapping[str, str]) -> dict[str, str]:
        for name in given:
            if _is_any(name, self.denies):
                raise CommandRefused(command, f"variable {name!r} is denied", "leave it out")
            if not name or "=" in name or "\0" in name + given[name]:
                raise CommandRefused(command, f"{name!r} can't be the name of a variable", "give it another name")
        passed = {name: value for name, value in os.environ.items() if self._passes(name)}
        return {**passed, **self.sets, **given}

    def _passes(self, name: str) -> bool:
        patterns = [one for one in self.passes if one == name] if _is_any(name, SECRET) else self.passes
        return _is_any(name, patterns) and not _is_any(name, self.denies)


def _refuse_untyped(command: str | Sequence[object], env: Mapping[str, object]) -> None:
    """Refuse what is no text; not every caller is typed."""
    parts = [command] if isinstance(command, str) or not _is_sequence(command) else command
    for what, value in [*(("a part", one) for one in parts), *((f"variable {name!r}", env[name]) for name in env)]:
        if not isinstance(value, str):
            raise CommandRefused(str(command), f"{what} of it is {type(value).__name__}", "pass text")


def _is_sequence(value: object) -> bool:
    return isinstance(value, Sequence)


def _is_any(name: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(name.upper(), pattern.upper()) for pattern in patterns)
