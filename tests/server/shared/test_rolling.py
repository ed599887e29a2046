"""Two servers that are restarted one after the other: a client sees no gap, nothing twice, and no failure."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from tests.postgresql import PostgresServer
from tests.server.shared.hosts import hosts
from tests.server.shared.rolling import Rolled, roll

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="needs signals"),
    pytest.mark.timeout(240),  # four servers are started, two of them one after the other
]


def rolled(postgres: PostgresServer, folder: Path, readers: int, writers: int) -> Rolled:
    with hosts(postgres.emptied(), folder, drain=5.0) as pair:
        return asyncio.run(roll(pair, readers=readers, writers=writers))


def check(found: Rolled) -> None:
    assert found.refused == []
    assert len(found.made) == len(set(found.made)) > 10
    for number, reader in enumerate(found.readers):
        expected = found.session if number % 10 == 0 else found.everything
        assert reader.seen == expected, f"reader {number} saw {len(reader.seen)} of {len(expected)}"
        assert reader.told == []
        assert reader.joined >= 2  # each was on both, whichever it began with


def test_a_rolling_restart_shows_every_reader_every_event_once(postgres: PostgresServer, tmp_path: Path) -> None:
    check(rolled(postgres, tmp_path, readers=20, writers=2))


@pytest.mark.nightly
@pytest.mark.timeout(1800)
def test_500_readers_see_every_event_once_over_a_rolling_restart(postgres: PostgresServer, tmp_path: Path) -> None:
    check(rolled(postgres, tmp_path, readers=500, writers=2))
