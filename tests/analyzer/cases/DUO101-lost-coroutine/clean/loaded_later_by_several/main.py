"""A name that several modules of a package have may mean any of them."""

from wharf import weigh


def work() -> None:
    weigh(2)
