"""Servers that some engines need: started on free ports, waited for, and charged for their processor time."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

# The processes of this cell besides its own, whose time counts too.
STARTED: list[int] = []


def port_for(folder: Path, name: str) -> int:
    """Return a free port, the same each time for a name in a folder, so that another process finds who listens."""
    note = folder / f"{name}.port"
    if not note.exists():
        with socket.socket() as sock:
            sock.bind(("127.0.0.1", 0))
            note.write_text(str(sock.getsockname()[1]))
    return int(note.read_text())


@contextlib.contextmanager
def server(command: Sequence[str], port: int, folder: Path, limit: float = 40.0) -> Iterator[None]:
    """Run a server until the block ends, or use one that runs; raises `TimeoutError` when its port never answers."""
    if is_listening(port):
        yield
        return
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
    STARTED.append(process.pid)
    try:
        wait_for(port, limit)
        yield
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def is_listening(port: int) -> bool:
    """Whether somebody answers on a port."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
    except OSError:
        return False


def wait_for(port: int, limit: float) -> None:
    """Return once something listens on a port."""
    deadline = time.monotonic() + limit
    while not is_listening(port):
        if time.monotonic() > deadline:
            msg = f"nothing listens on port {port} after {limit:g} s"
            raise TimeoutError(msg)
        time.sleep(0.05)


def cpu_seconds() -> float:
    """Return the processor time of this process and of the servers that it has started, with their children."""
    own = time.process_time()
    if not STARTED:
        return own
    import psutil

    for pid in STARTED:
        with contextlib.suppress(psutil.NoSuchProcess):
            process = psutil.Process(pid)
            for one in (process, *process.children(recursive=True)):
                times = one.cpu_times()
                own += times.user + times.system
    return own
