"""The time of one run of a command, and the most memory that it and its children had together."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    from benchmarks.checkers.tools import Target, Tool

EVERY = 0.05


@dataclass(frozen=True)
class Timing:
    """Seconds, and bytes at the peak; `note` says why there are none, and `load` how busy the machine was before."""

    seconds: float
    peak: int
    note: str = ""
    load: float = 0.0


def clock(tool: Tool, target: Target, limit: float) -> Timing:
    """Run a checker over a tree and throw away what it says."""
    tool.prepare(target)
    load = round(os.getloadavg()[0], 1)
    begun = time.perf_counter()
    process = subprocess.Popen(
        tool.command(target),
        cwd=target.tree,
        env=os.environ | tool.environment(target),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    peaks: list[int] = []
    watch = threading.Thread(target=_watch, args=(process, peaks))
    watch.start()
    try:
        _, errors = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return Timing(limit, 0, f"over {limit:g} s", load)
    finally:
        watch.join()
    seconds = time.perf_counter() - begun
    note = ""
    if process.returncode not in {0, 1}:
        said = errors.decode(errors="replace").strip().splitlines()
        note = f"exit {process.returncode}" + (f": {said[-1][:60]}" if said else "")
    return Timing(seconds, max(peaks, default=0), note, load)


def _watch(process: subprocess.Popen[bytes], peaks: list[int]) -> None:
    try:
        root = psutil.Process(process.pid)
    except psutil.NoSuchProcess:
        return
    while process.poll() is None:
        peaks.append(_resident(root))
        time.sleep(EVERY)


def _resident(root: psutil.Process) -> int:
    """Return the resident memory of a process and all below it."""
    total = 0
    try:
        processes = [root, *root.children(recursive=True)]
    except psutil.Error:
        return 0
    for one in processes:
        try:
            total += one.memory_info().rss
        except psutil.Error:
            continue
    return total
