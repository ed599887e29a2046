"""What others import, and make their own classes of."""

from kitchens.bakers import Baker
from kitchens.cooks import Cook

__all__ = ["Baker", "Cook"]
