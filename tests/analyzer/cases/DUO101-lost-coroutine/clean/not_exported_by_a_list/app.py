"""A star doesn't bring what the list of the package leaves out, so the other star does."""

from letters import *
from plain_letters import *


def clear() -> None:
    Box().empty()
