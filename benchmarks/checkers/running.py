"""Runs a checker over a tree, with a limit on its time, and keeps what the peers said."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import signal
import subprocess
import time
from dataclasses import astuple, dataclass, field
from typing import TYPE_CHECKING

from benchmarks.checkers import fetching
from benchmarks.checkers.tools import Message, Target, Tool

if TYPE_CHECKING:
    from collections.abc import Sequence

LIMIT = 2400.0


@dataclass
class Run:
    """What one run of one checker came to; `note` says why there are no messages."""

    messages: list[Message] = field(default_factory=list[Message])
    seconds: float = 0.0
    note: str = ""


def version_of(tool: Tool) -> str:
    """Return the pinned version of a checker."""
    for line in (fetching.HERE / "tools.txt").read_text().splitlines():
        name, _, version = line.partition("==")
        if name.partition("[")[0] == tool.package:
            return version
    return ""


def run(tool: Tool, target: Target, limit: float = LIMIT) -> Run:
    """Run a checker once."""
    tool.prepare(target)
    begun = time.perf_counter()
    process = subprocess.Popen(
        ["nice", "-n", "5", *tool.command(target)],  # noqa: S607
        cwd=target.tree,
        env=os.environ | tool.environment(target),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    try:
        output, errors = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        return Run(seconds=limit, note=f"given up after {limit:g} s")
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    seconds = time.perf_counter() - begun
    try:
        messages = sorted(set(tool.messages(output, target)))
    except (ValueError, KeyError, TypeError) as error:
        said = (errors or output).strip().splitlines()
        return Run(seconds=seconds, note=f"{type(error).__name__}: {said[-1] if said else 'no output'}")
    if not messages and process.returncode not in {0, 1}:
        said = (errors or output).strip().splitlines()
        return Run(seconds=seconds, note=f"exit {process.returncode}: {said[-1] if said else ''}")
    return Run(messages, seconds)


def kept(tool: Tool, target: Target, label: str, parts: Sequence[str]) -> Run:
    """Run a peer, or read what it said when it was run on the same texts in the same way."""
    if tool.is_ours:
        return run(tool, target)
    command = "\0".join(tool.command(target)[1:]).replace(str(target.tree), "").replace(str(fetching.STORE), "")
    name = hashlib.sha256("\0".join([*parts, command]).encode()).hexdigest()[:16]
    path = fetching.STORE / "cache" / label / f"{tool.key}-{version_of(tool)}-{name}.json.gz"
    if path.exists():
        stored = json.loads(gzip.decompress(path.read_bytes()))
        return Run([Message(*one) for one in stored["messages"]], stored["seconds"], stored["note"])
    result = run(tool, target)
    stored = {"messages": [astuple(one) for one in result.messages], "seconds": result.seconds, "note": result.note}
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".part")
    beside.write_bytes(gzip.compress(json.dumps(stored).encode(), mtime=0))
    beside.replace(path)
    return result
