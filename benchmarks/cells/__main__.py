"""Serves one cell: ``python -m benchmarks.cells script/returns asgiref``, then a number of calls per line on stdin."""

from __future__ import annotations

import sys

from benchmarks.cells.callers import memory, thousand
from benchmarks.cells.crossing import PLACES, cross
from benchmarks.cells.dispatching import dispatch
from benchmarks.cells.offloading import offload
from benchmarks.cells.serving import refuse, say

SINGLE = {"offloading": offload, "dispatching": dispatch, "memory": memory, "thousand": thousand}


def main() -> None:
    """Serve what the arguments name, or say why it can't be served."""
    name, library = sys.argv[1:]
    place, _, work = name.partition("/")
    try:
        if place in PLACES:
            cross(place, work, library)
        else:
            SINGLE[name](library)
    except Exception as error:  # noqa: BLE001 - a cell that can't start is a cell with a note
        refuse(say(error))


main()
