"""A name of a package without it means what one of its modules alone has, where the package loads names later."""

import wharf
from wharf import Barge, unload


def work() -> None:
    unload(2)  # expect: DUO101
    wharf.unload(2)  # expect: DUO101
    Barge().moor()  # expect: DUO101
