"""Which files belong to a test suite: nothing else has to go on there, and much is done only to see it fail."""

from __future__ import annotations

__all__ = ["is_of_tests"]


def is_of_tests(path: str) -> bool:
    """Tell whether a file has tests, or what tests need."""
    folders, _, last = f"/{path}".rpartition("/")
    is_beside = "/tests/" in f"{folders}/" or "/test/" in f"{folders}/"
    return is_beside or last.startswith("test_") or last.endswith("_test.py") or last == "conftest.py"
