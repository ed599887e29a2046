"""Starts a keeper with its order, and returns when the command runs or can't."""

from __future__ import annotations

import contextlib
import json
import marshal
import os
import signal
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from duotone.errors import CommandNotStarted, ProcessesUnsupported
from duotone.runtime.processes.orders import Order
from duotone.runtime.processes.output import SEGMENTS, segment_size
from duotone.runtime.processes.records import Request
from duotone.runtime.processes.sightings import reap

__all__ = ["Kept", "boot", "kept_in", "launch", "order_of", "read_json", "refuse_unless_supported"]

_BOOT: Final = """
import sys
names = "duotone", "duotone.runtime", "duotone.runtime.processes"
for name, path in zip(names, sys.argv[2:]):
    sys.modules[name] = type(sys)(name)
    sys.modules[name].__path__ = [path]
from duotone.runtime.processes.keeper import main
"""
_MAIN: Final = "main(sys.argv[1])"
"""Runs a keeper: its modules are found where they are, and of the packages around them nothing is run."""
_PACKAGES: Final = [os.fspath(path) for path in reversed(Path(__file__).resolve().parents[:3])]
_NEEDED: Final = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""What the interpreter itself may need to start; the command gets nothing of it."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What the directory of a process says of its keeper and its command."""

    pid: int | None
    since: str | None
    child: int | None
    child_since: str | None
    error: str | None
    ended: Mapping[str, Any] | None


def refuse_unless_supported() -> None:
    """Raise `ProcessesUnsupported` where commands can't be kept."""
    if not hasattr(os, "posix_spawn") or not hasattr(os, "mkfifo"):
        raise ProcessesUnsupported(sys.platform, "it has no process groups, sessions and signals to end commands with")
    if not sys.executable:
        raise ProcessesUnsupported(sys.platform, "this Python doesn't know the path of its interpreter")


def order_of(request: Request, *, host: int | None, in_foreground: bool) -> Order:
    """Return what a keeper is to do for a request."""
    return {
        "argv": list(request.argv),
        "cwd": request.cwd,
        "env": dict(request.env),
        "segment": segment_size(request.limit),
        "segments": SEGMENTS,
        "grace": request.grace,
        "timeout": request.timeout,
        "host": host,
        "has_input": not in_foreground,
        "waits": not in_foreground,
    }


def launch(directory: Path, order: Order, command: str) -> Kept:
    """Start a command under a keeper, in a session of its own; raises `CommandNotStarted`."""
    reap()
    pid = _spawn(directory, marshal.dumps(dict(order)))
    kept = kept_in(directory)
    if kept.pid == pid and kept.child is not None:
        return kept
    os.waitpid(pid, 0)
    raise CommandNotStarted(command, kept.error or _trouble(directory))


def _spawn(directory: Path, said: bytes) -> int:
    """Start a keeper, tell it what to do, and wait until it has begun."""
    order, tell = os.pipe()
    ready, begun = os.pipe()
    ours = [tell, ready]
    try:
        try:
            pid = _spawned(directory, order, begun)
        finally:
            os.close(order)
            os.close(begun)
        try:
            with contextlib.suppress(BrokenPipeError), os.fdopen(ours.pop(0), "wb") as pipe:
                pipe.write(said)  # a keeper that has ended says why in its files
            with os.fdopen(ours.pop(), "rb") as pipe:
                pipe.read()
        except BaseException:  # whoever is interrupted here must leave nothing that nobody knows of
            os.kill(pid, signal.SIGTERM)
            os.waitpid(pid, 0)
            raise
    finally:
        for end in ours:
            os.close(end)
    return pid


def _spawned(directory: Path, order: int, begun: int) -> int:
    trouble = directory / "trouble"
    actions = [
        (os.POSIX_SPAWN_DUP2, order, 0),
        (os.POSIX_SPAWN_DUP2, begun, 1),
        (os.POSIX_SPAWN_OPEN, 2, os.fspath(trouble), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
    ]
    environment = {name: os.environ[name] for name in _NEEDED if name in os.environ}
    return os.posix_spawn(
        sys.executable, boot(directory), environment, file_actions=actions, setsid=True, setsigmask=()
    )


def boot(directory: Path, code: str = _MAIN) -> list[str]:
    """Return the command that runs a keeper for a directory, with no more of the package than it needs."""
    return [sys.executable, "-I", "-S", "-B", "-c", _BOOT + code, os.fspath(directory), *_PACKAGES]


def kept_in(directory: Path) -> Kept:
    """Return what the keeper has written."""
    own: Mapping[str, Any] = read_json(directory / "keeper.json") or {}
    child: Mapping[str, Any] = read_json(directory / "child.json") or {}
    return Kept(
        own.get("pid"),
        own.get("since"),
        child.get("pid"),
        child.get("since"),
        child.get("error"),
        read_json(directory / "exit.json"),
    )


def read_json(path: Path) -> Any:
    """Return what is in a file, or None if it isn't there."""
    try:
        return json.loads(path.read_bytes())
    except FileNotFoundError:
        return None


def _trouble(directory: Path) -> str:
    try:
        lines = (directory / "trouble").read_text("utf-8", "replace").strip().splitlines()
    except FileNotFoundError:
        lines = []
    return lines[-1] if lines else "its keeper has ended without a word"
