"""When each step of each run began: the one thing that all engines do alike, so latencies compare."""

from __future__ import annotations

import itertools
import os
import signal
from collections import defaultdict
from time import perf_counter

# Set by the process that is to die: the step of a run at which it does.
FATAL_STEP = int(os.environ.get("DURABLE_FATAL_STEP", "0"))
BEGAN: defaultdict[str, list[float]] = defaultdict(list)


def mark(run: str) -> int:
    """Do the work of a step, which is next to nothing: note when it began."""
    stamps = BEGAN[run]
    stamps.append(perf_counter())
    if len(stamps) == FATAL_STEP:
        os.kill(os.getpid(), signal.SIGKILL)
    return len(stamps)


def take_latencies() -> list[float]:
    """Return the seconds from one step to the one after it, over all runs, and forget them."""
    latencies = [after - before for stamps in BEGAN.values() for before, after in itertools.pairwise(stamps)]
    BEGAN.clear()
    return latencies


def count() -> int:
    """Return how many steps have begun since the last taking."""
    return sum(len(stamps) for stamps in BEGAN.values())
