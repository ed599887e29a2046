"""What the tests of the runtime share: async tests are run here, and no loop may stand still in them."""

from __future__ import annotations

import asyncio
import inspect
import os
from pathlib import Path
from typing import Any

import pytest

from tests.runtime.trade import Shop

IS_ALONE = "PYTEST_XDIST_WORKER" not in os.environ
LIMIT = (0.1 if IS_ALONE else 0.5) if os.environ.get("DUOTONE_ENGINE", "embedded") == "embedded" else 1.0
"""Seconds for which a loop may stand still in any test of the async face; clients of other engines take their time.

Tests that run beside others wait for a core now and then, which looks the same from inside.
"""


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine function on a loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    given: dict[str, Any] = {name: pyfuncitem.funcargs[name] for name in names}
    asyncio.run(pyfuncitem.obj(**given))
    return True


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        is_async = isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.obj)
        if is_async and Path(__file__).parent in item.path.parents and not item.get_closest_marker("duotone"):
            item.add_marker(pytest.mark.duotone(limit=LIMIT))


@pytest.fixture
def shop() -> Shop:
    """Make a shop that notes what it does."""
    return Shop()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where a log can be."""
    return tmp_path / "log.db"
