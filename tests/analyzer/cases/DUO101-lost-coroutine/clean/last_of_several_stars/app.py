"""Two stars bring one name, and the last one has the last word."""

from slow_box import *
from plain_box import *


def clear() -> None:
    Box().empty()
