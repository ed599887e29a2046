"""Tests that make a handler with any callback, to ask what it takes."""

from handlers import Handler


def callback(text: str) -> None:
    raise NotImplementedError


def test_pattern() -> None:
    assert Handler(lambda text: None, "a").takes("ab")
    assert not Handler(callback, "b").takes("ab")
