"""Whether the project is seen to give a parameter an object of the class that its annotation names."""

from __future__ import annotations

from collections.abc import Sequence

from duotone.analyzer.flow.hints.trusting import MADE
from duotone.analyzer.rules.program import Program

__all__ = ["is_shown"]


def is_shown(program: Program, targets: Sequence[str]) -> bool:
    """Tell whether one of some parameters or fields gets such an object, perhaps through others annotated alike."""
    waiting, seen = [*targets], {*targets}
    while waiting:
        told = program.attributes.get(f"object for {waiting.pop()}", set())
        if MADE in told:
            return True
        waiting += told - seen
        seen |= told
    return False
