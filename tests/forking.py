"""Processes that start at once: forked from one that has imported all that takes each of them seconds.

What runs in them is ``python -m MODULE ARGUMENTS``, with a main thread, signals, streams, an exit and a status of their
own.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import gc
import importlib
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

__all__ = ["Forked", "forked"]

ROOT = Path(__file__).parents[1]
_IMPORTED = (
    "duotone.cli.serve",
    "duotone.cli.welcome",
    "duotone.server.serving",
    "psycopg",
    "tests.server.ops.served",
    "tests.server.shared.offered",
    "uvicorn.lifespan.off",
    "uvicorn.loops.auto",
    "uvicorn.protocols.http.auto",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
)


class Forked:
    """A process that was forked elsewhere, used as a `subprocess.Popen` is."""

    def __init__(self, command: Sequence[str], output: int, status: int, errors: Path) -> None:
        self.args = command
        self.stdout = os.fdopen(output, encoding="utf-8")
        self.returncode: int | None = None
        self._errors = errors
        self._status = os.fdopen(status, encoding="utf-8")
        self.pid = int(self._status.readline())

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it."""
        self.send_signal(signal.SIGKILL)

    def wait(self, timeout: float = 60.0) -> int:
        """Return its status once it has ended; raises `subprocess.TimeoutExpired` if that takes too long."""
        if self.returncode is None:
            if not select.select([self._status], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(self.args, timeout)
            self.returncode = int(self._status.readline())
        return self.returncode

    def communicate(self, timeout: float = 60.0) -> tuple[str, str]:
        """Return what it has written once it has ended: what was not read of its output, and all of its errors."""
        self.wait(timeout)
        return self.stdout.read(), self._errors.read_text(encoding="utf-8")

    def close(self) -> None:
        """Kill it if need be, and let go of its streams."""
        self.kill()
        self.wait()
        self.stdout.close()
        self._status.close()


def forked(module: str, arguments: Sequence[str], errors: Path, env: Mapping[str, str] | None = None) -> Forked:
    """Start ``python -m MODULE ARGUMENTS``, which adds its errors to a file."""
    output, printed = os.pipe()
    status, told = os.pipe()
    body = {"module": module, "arguments": list(arguments), "env": dict(os.environ if env is None else env)}
    with tempfile.TemporaryFile() as wish, errors.open("ab") as complaints:
        wish.write(json.dumps(body).encode())
        wish.flush()
        socket.send_fds(_parent(), [b"."], [wish.fileno(), printed, complaints.fileno(), told])
    os.close(printed)
    os.close(told)
    return Forked([sys.executable, "-m", module, *arguments], output, status, errors)


@functools.cache
def _parent() -> socket.socket:
    """Start the process that all others are forked from; it ends with this one."""
    here, there = socket.socketpair()
    command = [sys.executable, "-m", "tests.forking", str(there.fileno())]
    child = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, pass_fds=[there.fileno()])
    there.close()

    def end() -> None:
        here.close()
        child.wait(20)

    atexit.register(end)
    return here


# -- in the process that all others are forked from -------------------------------------------------------------------


def _serve(wishes: socket.socket) -> dict[str, Any] | None:
    """Fork for each wish; returns it in the process that is to fulfil it, and None at the end in this one."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the witnesses
    while True:
        message, given, *_ = socket.recv_fds(wishes, 1, 4)
        if not message:
            return None
        if os.fork() == 0:
            wishes.close()
            return _begun(*given)
        for one in given:
            os.close(one)


def _begun(wish: int, output: int, errors: int, status: int) -> dict[str, Any]:
    """Become the witness of another process, which returns with its wish."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    pid = os.fork()
    if pid:
        _witness(pid, status)
    os.close(status)
    for given, place in ((output, 1), (errors, 2)):
        os.dup2(given, place)
        os.close(given)
    os.lseek(wish, 0, os.SEEK_SET)
    with os.fdopen(wish, "rb") as file:
        found: dict[str, Any] = json.load(file)
    return found


def _witness(pid: int, status: int) -> NoReturn:
    """Tell who a process is, and how it has ended."""
    os.closerange(0, status)
    os.closerange(status + 1, 256)
    os.write(status, f"{pid}\n".encode())
    _, ended = os.waitpid(pid, 0)
    os.write(status, f"{os.waitstatus_to_exitcode(ended)}\n".encode())
    os._exit(0)


def _warm() -> None:
    """Import and make what is the same in all processes."""
    for name in _IMPORTED:
        importlib.import_module(name)
    importlib.import_module("duotone.server.app").create_app(_settings()).openapi()
    gc.collect()
    gc.freeze()


def _settings() -> Any:
    return importlib.import_module("duotone.server.ground").Settings()


def _main(wishes: socket.socket) -> None:
    _warm()
    wish = _serve(wishes)
    if wish is not None:
        os.environ.clear()
        os.environ.update(wish["env"])
        gc.unfreeze()
        sys.argv = [wish["module"], *wish["arguments"]]
        sys.modules.pop(wish["module"] if wish["module"] in _IMPORTED else "", None)  # it is run, and not imported
        runpy.run_module(wish["module"], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    _main(socket.socket(fileno=int(sys.argv[1])))
