"""One Temporal service and one PostgreSQL for all tests of a worker."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.postgresql import PostgresServer
from tests.runtime.engines.services import free_port, temporal_service


@pytest.fixture(scope="session")
def temporal() -> Iterator[str]:
    """Yield the address of an engine."""
    with temporal_service(free_port()) as address:
        yield address


@pytest.fixture(scope="session")
def dbos(postgres: PostgresServer) -> str:
    """Return the address of a DBOS, beside logs wherever they are."""
    pytest.importorskip("dbos", reason="NO DBOS: pip install 'duotone[dbos]'")
    return f"dbos+{postgres.fresh()}?look=0.2"


@pytest.fixture(params=["temporal", "dbos"])
def remote(request: pytest.FixtureRequest) -> str:
    """Return the address of each engine that others operate."""
    return str(request.getfixturevalue(request.param))
