"""A test has to give something, and gives what nobody calls."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass


@dataclass
class Options:
    entry: Callable[[str], Awaitable[None]]
    level: str = "INFO"


def test_level() -> None:
    assert Options(entry=lambda name: None).level == "INFO"
    assert Options(lambda name: None, level="WARN").level == "WARN"
