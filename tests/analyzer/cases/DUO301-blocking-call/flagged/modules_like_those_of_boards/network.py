"""A network of the kitchen."""


def reach(degrees: int) -> int:
    return degrees
