"""What two modules export is what the package does, with a name of its own."""

from letters import boxes, streams
from letters.boxes import *
from letters.streams import *

__all__ = [*boxes.__all__, "count"]
__all__.extend(streams.__all__)


def count() -> int:
    """Count what the package exports."""
    return len(__all__)
