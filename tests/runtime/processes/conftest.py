"""Fixtures for tests that run real commands: both faces, and nothing may be left of any of them."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from duotone import run
from duotone.runtime import ProcessPolicy
from tests.runtime.processes.stage import MARK, Faced, alive, descriptors, faced, threads, until


@pytest.fixture
def mark(tmp_path: Path) -> str:
    return uuid4().hex


@pytest.fixture
def policy(mark: str, tmp_path: Path) -> ProcessPolicy:
    return ProcessPolicy(root=tmp_path, sets={MARK: mark}, grace=0.3)


@pytest.fixture(autouse=True)
def nothing_is_left(mark: str, tmp_path: Path) -> Iterator[None]:
    """Count processes, threads and descriptors at the end of each test: there are no more than at its start."""
    run(asyncio.sleep, 0)  # the bridge keeps its loop
    before = descriptors()
    yield
    assert threads() == set()
    until(lambda: not alive(mark, str(tmp_path)), 10)
    if descriptors() - before:
        gc.collect()  # which takes seconds beside all that other tests have imported
    assert descriptors() - before == set()


@pytest.fixture(params=["sync", "async"])
def face(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def processes(face: str, path: Path, policy: ProcessPolicy) -> Iterator[Faced]:
    """Processes of one face, of which none is left running."""
    with faced(face, path, policy) as made:
        yield made
        made.close(keep=False)
