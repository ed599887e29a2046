"""What the tests of the contract library share: scripts, threads that are joined, and things to work on."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from duotone import DualLock
from duotone.contract.actors import Actor
from duotone.contract.waits import GRAPH
from tests.contract.clients import Client
from tests.contract.holders import Holder
from tests.contract.scenes import Scene
from tests.contract.sources import Log
from tests.contract.threads import Background, Stuck


@pytest.fixture
def script() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run a piece of code in a new interpreter, with warnings as errors, and return what it printed."""

    def run_script(code: str, *options: str, timeout: float = 30) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-W", "error", *options, "-c", textwrap.dedent(code)]
        return subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)

    return run_script


@pytest.fixture
def background() -> Iterator[Background]:
    """Start functions on threads of their own; all are joined at the end of the test."""
    threads = Background()
    yield threads
    threads.join()


@pytest.fixture
def actor() -> Iterator[Actor]:
    """Make an actor with a play of no contents; it ends with the test."""
    made = Actor("play", Scene())
    yield made
    made.end()


@pytest.fixture
def log() -> Log:
    """Make sources of both colors that note what they do."""
    return Log()


@pytest.fixture
def client() -> Any:
    """Make a client behind its sync face."""
    return Client("u/", size=2)


@pytest.fixture
def stuck() -> Iterator[Stuck]:
    """Make work that doesn't end before it is told to, or before the end of the test."""
    work = Stuck()
    yield work
    work.leave.set()


@pytest.fixture
def lock() -> Iterator[DualLock]:
    """Make a lock that nobody has or waits for at the end of the test."""
    one = DualLock()
    yield one
    assert not one.locked()
    assert not one._queue
    assert GRAPH.is_empty()


@pytest.fixture
def holder(lock: DualLock, background: Background) -> Iterator[Holder]:
    """Have the lock taken by another thread."""
    thread = Holder(background, lock)
    yield thread
    thread.let_go()
