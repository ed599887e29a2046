"""Checks the trees before the fixes, each once, and says which faults a finding stands on."""

from __future__ import annotations

import itertools
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.checkers.running import run
from benchmarks.checkers.tools import TOOLS, Target

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from benchmarks.checkers.tools import Message
    from benchmarks.history.finding import Fault
    from benchmarks.history.repository import Repository

# The rules about a coroutine that is lost, by where it is lost.
_LOST = re.compile(r"DUO1(0[1-8]|10)$")


def verdicts(repository: Repository, faults: Iterable[Fault]) -> Iterator[tuple[Fault, bool]]:
    """Yield each fault with whether it was noticed."""
    by_parent = sorted(faults, key=lambda one: one.parent)
    with tempfile.TemporaryDirectory() as cache:
        for parent, some in itertools.groupby(by_parent, key=lambda one: one.parent):
            with repository.checked_out(parent) as tree:
                messages = run(TOOLS["duotone"], Target(tree, (".",), (".",), cache=Path(cache))).messages
            for fault in some:
                yield fault, any(_is_about(one, fault) for one in messages)


def _is_about(message: Message, fault: Fault) -> bool:
    is_there = message.path == fault.path and fault.first <= message.line <= fault.last
    return is_there and bool(_LOST.match(message.code))
