"""What every test has: Ctrl-C, the nightly switch, the profiles of hypothesis, and a PostgreSQL if it asks for one."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.postgresql import PostgresServer, running

NIGHTLY = os.environ.get("DUOTONE_NIGHTLY", "0") not in {"", "0"}

# A shell that starts something in the background has it ignore Ctrl-C, and so would all that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

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


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """Start a server for tests that leave it as it is."""
    with running() as server:
        yield server


@pytest.fixture
def frail() -> Iterator[PostgresServer]:
    """Start a server that a test may kill."""
    with running() as server:
        yield server
