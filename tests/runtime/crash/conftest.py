"""The nursery that the crash tests of one worker share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.runtime.crash.nursery import Nursery


@pytest.fixture(scope="package")
def nursery() -> Iterator[Nursery]:
    with Nursery() as opened:
        yield opened
