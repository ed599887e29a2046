"""What can be done with a process that may be anybody's child: tell whether it is still the same, and signal it."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Generator
from pathlib import Path
from typing import Final

from duotone.runtime.processes.kin import start_mark

__all__ = ["end_session", "is_same", "leave_behind", "open_handle", "reap", "send", "watchable"]

_LONGEST: Final = 2.0
"""Seconds that what is left of a session has to end after SIGKILL."""
_GLANCE: Final = 0.01

_left_behind: set[int] = set()


def is_same(pid: int | None, since: str | None) -> bool:
    """Say whether the process of this number is the one that was started then."""
    return pid is not None and since is not None and start_mark(pid) == since


def send(pid: int | None, since: str | None, number: int) -> bool:
    """Signal a process unless it has ended; return whether it was there. Nobody else is ever hit, where pidfd exist."""
    if pid is None or not is_same(pid, since):
        return False
    with contextlib.suppress(ProcessLookupError):
        if not hasattr(signal, "pidfd_send_signal"):
            os.kill(pid, number)
            return True
        with watchable(pid, since) as handle:
            if handle is not None:
                signal.pidfd_send_signal(handle, number)
                return True
    return False


@contextlib.contextmanager
def watchable(pid: int, since: str | None) -> Generator[int | None]:
    """Give a descriptor of a process for the block, or None if it has ended."""
    handle = open_handle(pid, since)
    try:
        yield handle
    finally:
        if handle is not None:
            os.close(handle)


def open_handle(pid: int, since: str | None) -> int | None:
    """Return a descriptor of a process, which can be read from once it has ended; None if it has."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return None
    # The number may have passed to another process before it was opened, but not after.
    if is_same(pid, since):
        return handle
    os.close(handle)
    return None


def leave_behind(child: int) -> None:
    """Watch a child no more that goes on; somebody has to take its end all the same."""
    _left_behind.add(child)


def reap() -> None:
    """Take the ends of children that nobody watches."""
    for child in list(_left_behind):
        with contextlib.suppress(ChildProcessError):
            if os.waitpid(child, os.WNOHANG)[0] == 0:
                continue
        _left_behind.discard(child)


def end_session(leader: int | None, since: str | None) -> int:
    """Kill what is left of a session whose keeper is gone; return how many that were."""
    if leader is None:
        return 0
    alive = start_mark(leader)
    if alive is not None and alive != since:
        return 0  # the number is somebody else's, so nothing is left of the session
    killed: set[int] = set()
    until = time.monotonic() + _LONGEST
    while (members := _members(leader)) and time.monotonic() < until:  # some may fork while they are looked for
        for pid in members:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
                killed.add(pid)
        time.sleep(_GLANCE)
    return len(killed)


def _members(session: int) -> list[int]:
    """Return the processes of a session that have not ended; where they can't be seen, its leader if that is there."""
    if not sys.platform.startswith("linux"):
        return [] if start_mark(session) is None else [session]
    found: list[int] = []
    for path in Path("/proc").iterdir():
        if path.name.isdigit():
            with contextlib.suppress(OSError):
                fields = (path / "stat").read_bytes().rpartition(b")")[2].split()
                if int(fields[3]) == session and fields[0] not in {b"Z", b"X"}:
                    found.append(int(path.name))
    return found
