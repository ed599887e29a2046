"""The environment of the peers, made once below a directory that git ignores."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

from benchmarks.checkers.fetching import STORE, create, pip
from benchmarks.measure import ROOT

PINNED = Path(__file__).parent / "peers.txt"
ENVIRONMENT = STORE / "envs" / "durable"
RESTATE = "@restatedev/restate-server@1.7.12"
RESTATE_BINARY = ENVIRONMENT / "npm" / "node_modules" / ".bin" / "restate-server"
TEMPORAL_BINARY = ENVIRONMENT / "bin" / "temporal"


def python() -> Path:
    """Return the interpreter that has all peers; ours runs in it as well, so that all have the same one."""
    done = ENVIRONMENT / "pinned.txt"
    pinned = PINNED.read_text() + RESTATE
    if not done.exists() or done.read_text() != pinned:
        pip(create(ENVIRONMENT), "install", "-r", str(PINNED))
        _fetch_restate()
        done.write_text(pinned)
    return ENVIRONMENT / "bin" / "python"


def _fetch_restate() -> None:
    """Install the server, which PyPI doesn't have; without npm its row stays empty."""
    npm = shutil.which("npm")
    if npm is not None:
        subprocess.run([npm, "install", "--silent", "--prefix", str(ENVIRONMENT / "npm"), RESTATE], check=False)


def work() -> Path:
    """Return where the engines keep their files while they are measured; on a disk, since memory is no store."""
    folder = STORE / "work"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def variables() -> dict[str, str]:
    """Return the environment of a measured process: our sources, compiled as installed ones are, and no telemetry."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {
        **kept,
        "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT))),
        "PYTHONPYCACHEPREFIX": str(STORE / "bytecode"),
        "LANGSMITH_TRACING": "false",
        "RESTATE_DISABLE_TELEMETRY": "true",
    }


def versions() -> dict[str, str]:
    """Return the versions that were asked for."""
    lines = [line for line in PINNED.read_text().splitlines() if line and not line.startswith("#")]
    named = dict(line.split("==") for line in lines)
    return {"SQLite": sqlite3.sqlite_version, **named, "restate-server": RESTATE.rpartition("@")[2]}
