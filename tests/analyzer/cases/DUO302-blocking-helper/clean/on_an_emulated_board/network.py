"""A stand-in for what a board has."""


def use(number: int) -> int:
    return number
