"""A fixture for tests that run on both faces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.runtime.sessions.faces import FACES, Faced, faced


@pytest.fixture(params=FACES)
def face(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def make(face: str) -> Iterator[Callable[..., Faced]]:
    """Make hypervisors of one face, which are closed at the end of the test."""
    with ExitStack() as stack:

        def made(**options: Any) -> Faced:
            return stack.enter_context(faced(face, **options))

        yield made
