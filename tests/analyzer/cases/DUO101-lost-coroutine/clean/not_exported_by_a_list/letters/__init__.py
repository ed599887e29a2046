"""Only what the list names comes by a star."""

from letters.boxes import Box

__all__ = ["first"]


def first() -> Box:
    """Make a box."""
    return Box()
