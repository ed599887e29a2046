"""A burst of one tenant on a server over PostgreSQL, with another one beside it, whose runs take hardly longer."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from pathlib import Path

import pytest

from duotone.server.tokens import Tokens
from tests.postgresql import PostgresServer
from tests.server.shared.bursting import Burst, burst
from tests.server.shared.hosts import hosts

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="needs signals"),
    pytest.mark.timeout(240),
]

BOUND = 5.0
"""Seconds by which a run may take longer; a quiet machine needs a tenth of it, and this one may be busy."""


def bursting(postgres: PostgresServer, folder: Path, runs: int, connections: int) -> Burst:
    address = postgres.emptied()
    with contextlib.closing(Tokens.beside(address)) as tokens:
        hasty, calm = [tokens.create(name, scopes=["run"], tenant=name)[0] for name in ("hasty", "calm")]
    with hosts(address, folder, count=1) as [host]:
        return asyncio.run(burst(host.port, (hasty, calm), runs=runs, connections=connections, alone=5))


def check(found: Burst, runs: int) -> None:
    assert found.statuses[202] == runs
    assert set(found.others) == {200, 202}  # it was never told to come back later
    assert max(found.meanwhile) < max(found.alone) + BOUND


def test_a_burst_delays_the_runs_of_another_tenant_by_less_than_the_bound(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    check(bursting(postgres, tmp_path, runs=150, connections=64), 150)


@pytest.mark.nightly
@pytest.mark.timeout(1800)
def test_a_burst_of_10_000_runs_delays_another_tenant_by_less_than_the_bound(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    check(bursting(postgres, tmp_path, runs=10_000, connections=64), 10_000)
