"""Runs one probe or one scene for one library: ``python -m benchmarks.probes probe value asgiref``."""

from __future__ import annotations

import sys

from benchmarks.peers import ADAPTERS
from benchmarks.probes import SCENES, Trial, answer, judge


def main() -> None:
    """Do what the arguments say."""
    kind, name, library = sys.argv[1:]
    if kind == "scene":
        SCENES[name](Trial(ADAPTERS[library]()))
    else:
        answer(judge(name, library))


main()
