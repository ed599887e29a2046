"""Two stars bring one name, and the last one has the last word."""

from plain_box import *
from slow_box import *


async def clear() -> None:
    Box().empty()  # expect: DUO101
