"""How much the name of a method tells where nothing is known of its receiver."""

from __future__ import annotations

from duotone.analyzer.flow import known

__all__ = ["is_telling"]

_FEW_WORDS, _MANY_WORDS = 2, 3
"""A private name of so many words is nobody else's: where the project awaits it, and where nobody does."""


def is_telling(name: str, *, is_awaited: bool, is_awaited_here: bool) -> bool:
    """Tell whether a name is so much its own that a method of it is the one of the project.

    A single word that nobody awaits a call of says too little. Private names of other packages are nobody's business,
    and short ones may be the same.
    """
    if name.startswith("_"):
        words = name.strip("_").count("_") + 1
        return is_awaited_here or words >= (_FEW_WORDS if is_awaited else _MANY_WORDS)
    return (is_awaited or "_" in name) and not known.is_common(name)
