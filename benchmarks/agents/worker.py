"""Serves one loop of agents: `worker LOOP sync|async`, then a number of calls of a tool per line on stdin."""

from __future__ import annotations

import sys
from time import perf_counter, process_time

from benchmarks.agents.frameworks import DONE, FRAMEWORKS
from benchmarks.agents.ours import OURS
from benchmarks.cells.serving import answer, say

LOOPS = OURS | FRAMEWORKS


def main() -> None:
    """Hold a conversation with as many calls as the parent asks for, and answer what it took."""
    name, color = sys.argv[1:]
    talk = LOOPS[name](is_async=color == "async")
    talk(1)  # what is made once is made here
    for line in sys.stdin:
        began, spent = perf_counter(), process_time()
        try:
            said = talk(int(line))
        except Exception as error:  # noqa: BLE001  # what a library raises is the answer
            answer(note=say(error))
            continue
        took, spent = perf_counter() - began, process_time() - spent
        answer(seconds=took, cpu=spent) if said == DONE else answer(note=f"said {said!r}")


if __name__ == "__main__":
    main()
