"""Many callers at once: the memory that each takes while it waits, and a thousand of them with few descriptors."""

from __future__ import annotations

import os
import resource
import sys
import threading
from time import perf_counter
from typing import TYPE_CHECKING, Any

from benchmarks.cells.serving import answer, say
from benchmarks.crowd import gather
from benchmarks.peers import ADAPTERS

if TYPE_CHECKING:
    from collections.abc import Callable

DESCRIPTORS = 1_024


def resident() -> int:
    """Return the bytes of memory that this process holds."""
    with open("/proc/self/statm", "rb") as statm:  # noqa: PTH123 - a path object would be memory of its own
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def descriptors() -> int:
    """Return how many file descriptors are open; when not even one is left to look, all of them are."""
    try:
        return len(os.listdir("/proc/self/fd")) - 1  # noqa: PTH208 - a path object opens nothing less
    except OSError:
        return DESCRIPTORS


def bare_threads(count: int, when_full: Callable[[], None]) -> None:
    """Let threads wait for each other with no library at all: what each caller's thread takes by itself."""
    gate = threading.Barrier(count, action=when_full)
    threads = [threading.Thread(target=gate.wait) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def memory(library: str) -> None:
    """Answer the resident memory per waiting caller."""
    serve_crowd(lambda count: held_by(library, count))


def held_by(library: str, count: int) -> dict[str, Any]:
    """Return the memory that ``count`` waiting callers add, divided among them."""
    held: list[int] = []

    def note() -> None:
        held.append(resident())

    def main() -> None:
        # The first crowd starts whatever the library starts once.
        gather(adapter, 2)
        note()
        gather(adapter, count, note)

    if library == "bare-thread":
        note()
        bare_threads(count, note)
    else:
        adapter = ADAPTERS[library]()
        adapter.script(main)
    return {"each": 0.0, "extra": {"bytes": (held[1] - held[0]) / count}}


def thousand(library: str) -> None:
    """Answer how long many callers take that all wait at once, and what that needs."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))
    serve_crowd(lambda count: time_of(library, count))


def time_of(library: str, count: int) -> dict[str, Any]:
    """Return the seconds from the first caller's start to the last one's end."""
    adapter = ADAPTERS[library]()
    opened: list[int] = []

    def main() -> tuple[float, int]:
        adapter.run(settle)
        began = perf_counter()
        ends = gather(adapter, count, lambda: opened.append(descriptors()))
        return perf_counter() - began, sum(end != 42 for end in ends)

    took, failures = adapter.script(main)
    return {"each": took / count, "extra": {"descriptors": opened[0], "failures": failures}}


def serve_crowd(measured: Callable[[int], dict[str, Any]]) -> None:
    """Answer each request of the parent with what a crowd of that size came to."""
    for line in sys.stdin:
        try:
            said = measured(int(line))
        except Exception as error:  # noqa: BLE001 - what a library raises is the cell's answer
            said = {"note": say(error)}
        answer(**said)


async def settle() -> None:
    """Start whatever a library starts at its first call."""
