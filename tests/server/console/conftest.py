"""Servers with something to look at, and a browser to look with."""

from __future__ import annotations

import functools
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from duotone.runtime import ProcessPolicy
from duotone.server import demo
from duotone.server.ground import Ground, Settings
from tests.browsing import launched
from tests.server.conftest import Live, serving

FAULTS = """import asyncio
import time


async def save(order):
    time.sleep(1)
    await asyncio.sleep(0)


def close_shop(orders):
    for order in orders:
        save(order)
"""


# For a module and not for a session: while Playwright's sync face is open, a loop counts as running on this thread.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from launched()


@functools.cache
def _seeded() -> bytes:
    """Return the log of the demo, which is the same for all tests."""
    # Sync code has no place on the thread where Playwright's loop counts as running.
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as pool:
        pool.submit(demo.seed, Path(folder) / "demo.db").result()
        return (Path(folder) / "demo.db").read_bytes()


def demo_ground(folder: Path) -> Ground:
    """Return the ground of `duotone serve --demo --check DIR` on a log in a folder."""
    log = folder / "demo.db"
    log.write_bytes(_seeded())
    shop = folder / "shop"
    shop.mkdir()
    (shop / "jobs.py").write_text(FAULTS, encoding="utf-8")
    return Ground(
        settings=Settings(log=log, demo=True, roots=(shop,)),
        agents={"demo": demo.demo_agent()},
        units=demo.UNITS,
        sagas=demo.SAGAS,
        policy=demo.POLICY,
        actions=demo.ACTIONS,
        commands=ProcessPolicy(root=folder),
    )


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """Start a server with all that the demo has, which the tests of a module look at and leave as it is."""
    with serving(demo_ground(tmp_path_factory.mktemp("still"))) as live:
        yield live


@pytest.fixture(scope="module")
def empty() -> Iterator[Live]:
    """Start a server with nothing in it, which the tests of a module look at and leave as it is."""
    with serving(Ground()) as live:
        yield live


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[Live]:
    """Start a server with all that the demo has."""
    with serving(demo_ground(tmp_path)) as live:
        yield live
