"""The measuring side of a cell: it waits for a number of calls, makes them, and answers how long they took."""

from __future__ import annotations

import json
import sys
from itertools import repeat
from time import perf_counter
from typing import TYPE_CHECKING, Any

from benchmarks.measure import MARK

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


def answer(**said: Any) -> None:
    """Send one answer to the parent."""
    sys.stdout.write(f"{MARK}{json.dumps(said)}\n")
    sys.stdout.flush()


def say(error: BaseException) -> str:
    """Put an error into the few words that fit into a table."""
    return "not installed" if isinstance(error, ImportError) else f"raises {type(error).__name__}"


def serve(call: Callable[[], object], per_call: int = 1) -> None:
    """Measure a sync call whenever the parent asks; ``per_call`` is how many of what it asks for one call does."""
    for line in sys.stdin:
        count = max(1, int(line) // per_call)
        calls = repeat(None, count)
        try:
            began = perf_counter()
            for _ in calls:
                call()
            took = perf_counter() - began
        except Exception as error:  # noqa: BLE001 - what a library raises is the cell's answer
            answer(note=say(error))
        else:
            answer(each=took / (count * per_call))


async def serve_async(call: Callable[[], Awaitable[object]], per_call: int = 1) -> None:
    """Measure an async call on the running loop; between rounds that loop has nothing else to do."""
    for line in sys.stdin:
        count = max(1, int(line) // per_call)
        calls = repeat(None, count)
        try:
            began = perf_counter()
            for _ in calls:
                await call()
            took = perf_counter() - began
        except Exception as error:  # noqa: BLE001 - what a library raises is the cell's answer
            answer(note=say(error))
        else:
            answer(each=took / (count * per_call))


def refuse(note: str) -> None:
    """Answer every request with the reason why there is no figure."""
    for _ in sys.stdin:
        answer(note=note)
