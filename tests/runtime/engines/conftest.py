"""One Temporal service for all tests of a worker."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.runtime.engines.services import free_port, temporal_service


@pytest.fixture(scope="session")
def temporal() -> Iterator[str]:
    """Yield the address of an engine."""
    with temporal_service(free_port()) as address:
        yield address
