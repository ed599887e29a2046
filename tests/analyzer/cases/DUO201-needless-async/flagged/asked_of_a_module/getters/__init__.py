"""Everything that can be asked of an oven."""

from .heat import get_heat, get_state

__all__ = ["get_heat", "get_state"]
