"""The pytest plugin: what is lost or held up silently between the colors becomes a failure of the test that did it.

It is on wherever duotone is installed. In pytest's configuration, `duotone_guards` names the guards that stand beside
the tests and `duotone_limit` the seconds for which a loop may stand still. A test that means what it does says so:
``@pytest.mark.duotone(allow="lost-coroutine")``.
"""

from __future__ import annotations

import pytest

from duotone.contract.settings import check_timeout
from duotone.testing.guard import make_guard

__all__ = ["GUARDS", "duotone_holding", "pytest_addoption", "pytest_configure"]

GUARDS = ("coroutines", "loops", "tasks", "threads", "holding")
"""What can be named in `duotone_guards`; all but the last stand by default, since to hold a loop up is allowed."""

_MARK = (
    'duotone(allow=..., limit=...): let a test do what is named, as in allow="lost-coroutine" or a list of names, and '
    "let its loops stand still for so many seconds"
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare what can be configured."""
    parser.addini("duotone_guards", f"the guards that stand beside each test: {', '.join(GUARDS)}", "args", GUARDS[:-1])
    parser.addini("duotone_limit", "for how many seconds an event loop may stand still in a test", default="0.5")


def pytest_configure(config: pytest.Config) -> None:
    """Let a guard stand beside the tests."""
    config.addinivalue_line("markers", _MARK)
    names: list[str] = config.getini("duotone_guards")
    if unknown := sorted(set(names) - set(GUARDS)):
        message = f"duotone_guards: {', '.join(unknown)} is unknown; the guards are {', '.join(GUARDS)}"
        raise pytest.UsageError(message)
    guard = make_guard(names, _limit(config.getini("duotone_limit")))
    for plugin in (guard, *guard.lookouts):
        config.pluginmanager.register(plugin)
    config.add_cleanup(guard.close)


def _limit(given: str) -> float:
    try:
        return check_timeout(float(given))
    except ValueError as error:  # as BadTimeout is one
        message = f"duotone_limit: {given!r} is not a number of seconds from 0 up"
        raise pytest.UsageError(message) from error


@pytest.fixture
def duotone_holding() -> None:
    """Fail the test if a sync wait holds up the event loop on its own thread, which is allowed otherwise."""
