"""What the tests of the plugin share: tests that are run inside of tests, and what is said about them."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

import pytest

PRELUDE = """
import asyncio, gc, threading, time, unittest
import duotone
import pytest

async def work(): ...
"""

Run = Callable[..., pytest.RunResult]

# The cache, a plugin with ways of its own to run coroutines, and two that take seconds to import, each time anew.
_WITHOUT = [f"-pno:{plugin}" for plugin in ("cacheprovider", "asyncio", "langsmith_plugin", "schemathesis")]


@pytest.fixture
def run_tests(pytester: pytest.Pytester) -> Run:
    """Run the tests in a piece of code, with warnings as errors, and return what pytest says."""
    pytester.makeini("[pytest]\nfilterwarnings = error")

    def run(code: str, *options: str, apart: bool = False) -> pytest.RunResult:
        pytester.makepyfile(PRELUDE + textwrap.dedent(code))
        run_pytest = pytester.runpytest_subprocess if apart else pytester.runpytest_inprocess
        return run_pytest(*_WITHOUT, *options)

    return run


def says(result: pytest.RunResult, *lines: str) -> None:
    """Check that the output has these lines, in this order."""
    result.stdout.fnmatch_lines([f"*{line}*" for line in lines])
