"""What every test has: the nightly switch and the profiles of hypothesis."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

NIGHTLY = os.environ.get("DUOTONE_NIGHTLY", "0") not in {"", "0"}

# Threads and loops take the time they take. By day the examples are the same for everybody; by night they are new.
settings.register_profile("day", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("nightly", deadline=None, max_examples=2_000, print_blob=True)
settings.load_profile("nightly" if NIGHTLY else "day")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if NIGHTLY:
        return
    skip = pytest.mark.skip(reason="takes minutes; run it with `make nightly`")
    for item in items:
        if item.get_closest_marker("nightly"):
            item.add_marker(skip)
