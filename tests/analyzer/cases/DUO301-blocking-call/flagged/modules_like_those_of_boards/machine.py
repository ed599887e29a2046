"""A machine of the kitchen."""


def heat(degrees: int) -> int:
    return degrees
