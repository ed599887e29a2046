"""Servers as operators run them, `duotone serve`, each in a process and on a port of its own, over one log."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import httpx

from tests.forking import Forked, forked

__all__ = ["Host", "hosts", "until"]

OFFERED = "tests.server.shared.offered"
PATIENCE = 60.0
"""Seconds for what a busy machine may take its time for."""


class Host:
    """One server, which can be ended, killed and started again under the same address."""

    def __init__(self, log: str, folder: Path, *options: str, drain: float = 3.0, **variables: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.errors = folder / f"{self.port}.log"
        given = ["--port", str(self.port), "--log", log, "--drain", str(drain), "--agent", f"echo={OFFERED}:ECHO"]
        units = ["--unit", f"nap={OFFERED}:nap", "--unit", f"rest={OFFERED}:rest"]
        self._arguments = ["serve", *given, *units, *options]
        self._variables = {**os.environ, **variables}
        self._process: Forked | None = None

    def begin(self) -> None:
        """Start the process, without waiting for it."""
        self._process = forked("duotone", self._arguments, self.errors, self._variables)

    def start(self) -> None:
        """Start it, and return once it answers."""
        self.begin()
        self.wait_until_it_serves()

    def wait_until_it_serves(self) -> None:
        """Return once it says where it is."""
        assert self._process is not None
        assert self.url in self._process.stdout.readline(), self.errors.read_text()

    def refuse(self) -> str:
        """Start it, and return the one line with which it ends."""
        with contextlib.closing(forked("duotone", self._arguments, self.errors, self._variables)) as child:
            output, errors = child.communicate(PATIENCE)
            [line] = errors.splitlines()
            assert (child.returncode, output) == (2, ""), line
        return line

    def client(self, token: str | None = None) -> httpx.Client:
        """Return a client of this one."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        return httpx.Client(base_url=self.url, headers=headers, timeout=PATIENCE)

    def send(self, number: signal.Signals) -> None:
        """Send a signal."""
        assert self._process is not None
        self._process.send_signal(number)

    def wait(self, seconds: float = PATIENCE) -> int:
        """Return the status with which it has ended."""
        assert self._process is not None
        status = self._process.wait(seconds)
        self._process.close()
        self._process = None
        return status

    def stop(self) -> None:
        """Let it drain, and wait for its end."""
        self.send(signal.SIGTERM)
        status = self.wait()
        assert status == 0, self.errors.read_text()

    def kill(self) -> None:
        """Kill it, if it runs."""
        if self._process is not None:
            self._process.kill()
            self.wait()


@contextlib.contextmanager
def hosts(log: str, folder: Path, *options: str, count: int = 2, **how: Any) -> Generator[list[Host]]:
    """Start some servers over one log, side by side, and kill what is left of them with the block."""
    made = [Host(log, folder, *options, **how) for _ in range(count)]
    try:
        for host in made:
            host.begin()
        for host in made:
            host.wait_until_it_serves()
        yield made
    finally:
        for host in made:
            host.kill()


def until(condition: Any, seconds: float = PATIENCE) -> Any:
    """Return what a condition gives once that is something; what is looked at is in another process."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, "it never came to pass"
        time.sleep(0.05)
    return found
