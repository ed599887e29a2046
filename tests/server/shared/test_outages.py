"""A PostgreSQL that is down, goes away, comes back, or is not for us: what a server says of it, and what it keeps."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import httpx
import pytest

from duotone.errors import LogTooNew, LogUnwritable
from duotone.runtime.log import Log
from duotone.server.ground import Ground, Settings
from duotone.server.serving import refuse_broken
from tests.postgresql import PostgresServer
from tests.server.shared.following import Reader
from tests.server.shared.hosts import PATIENCE, Host, hosts, until
from tests.server.shared.test_moving import begun, ended, events, wait_for_step

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="needs signals"),
    pytest.mark.timeout(240),
]


def readiness(client: httpx.Client, status: int) -> dict[str, str]:
    """Return what is in the way once the answer has this status."""
    found: httpx.Response = until(lambda: (one := client.get("/readyz")).status_code == status and one)
    faults: dict[str, str] = found.json()["faults"]
    return faults


def create(client: httpx.Client, name: str) -> int:
    return client.post("/api/sessions", json={"id": name}, headers={"Idempotency-Key": name}).status_code


def ids(client: httpx.Client) -> list[int]:
    return [one["id"] for one in client.get("/api/events", params={"limit": 1000}).json()["items"]]


async def followed(reader: Reader, last: int) -> None:
    async with asyncio.timeout(PATIENCE):
        await reader.wait_for(last)


def test_a_server_lives_through_a_database_that_goes_away_and_comes_back(frail: PostgresServer, tmp_path: Path) -> None:
    with hosts(frail.fresh(), tmp_path) as pair, pair[0].client() as one, pair[1].client() as other:
        assert create(one, "before") == 201
        run = begun(one, "nap", 0.3, steps=6)
        wait_for_step(one, run)

        async def follow() -> list[Reader]:
            readers = [Reader("/api/events/stream?after=0", [host.port for host in pair], number) for number in (0, 1)]
            end = asyncio.Event()
            following = [asyncio.ensure_future(reader.follow(end)) for reader in readers]
            await asyncio.gather(*(reader.has_joined.wait() for reader in readers))
            await asyncio.to_thread(frail.kill)
            for client in (one, other):
                assert "store" in await asyncio.to_thread(readiness, client, 503)
                assert (await asyncio.to_thread(client.get, "/healthz")).status_code == 200
            await asyncio.to_thread(frail.start)
            for client in (one, other):
                assert await asyncio.to_thread(readiness, client, 200) == {}
            assert await asyncio.to_thread(create, one, "after") == 201
            assert (await asyncio.to_thread(ended, other, run))["status"] == "completed"
            assert await asyncio.to_thread(create, other, "last") == 201
            last = (await asyncio.to_thread(ids, one))[-1]
            for reader in readers:
                await followed(reader, last)
            end.set()
            await asyncio.gather(*following)
            return readers

        readers = asyncio.run(follow())
        assert [reader.seen for reader in readers] == [ids(one), ids(other)]
        steps = [event["data"]["step"] for event in events(one, run) if event["kind"] == "step.started"]
        assert steps == [f"s{number}" for number in range(6)]


def test_a_server_whose_process_is_dead_for_others_ends_so_that_it_is_started_again(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    with hosts(postgres.emptied(), tmp_path, count=1) as [host], host.client() as client:
        begun(client, "nap", 60)
        bury = "update duotone.owners set ended = clock_timestamp(); update duotone.log set turn = turn + 1"
        postgres.execute(bury, "emptied")
        assert host.wait() == 75
        assert "cut off from the log" in host.errors.read_text()


def test_a_log_of_another_version_or_without_rights_is_not_served(postgres: PostgresServer) -> None:
    address = postgres.fresh()
    with Log(address) as log:
        log.check_writable()
    database = address.rpartition("/")[2]
    postgres.execute("update duotone.log set version = version + 1", database)
    with pytest.raises(LogTooNew, match="upgrade it"):
        refuse_broken(Ground(settings=Settings(log=address)))
    postgres.execute("update duotone.log set version = version - 1", database)
    refuse_broken(Ground(settings=Settings(log=address)))
    postgres.execute(f"create role looker login; grant connect on database {database} to looker", database)
    for grant, remedy in [
        ("select 1", "usage on schema duotone"),
        ("grant usage on schema duotone to looker", "all on its tables"),
        ("grant select on all tables in schema duotone to looker", "all on its tables"),
    ]:
        postgres.execute(grant, database)
        with pytest.raises(LogUnwritable, match=remedy):
            refuse_broken(Ground(settings=Settings(log=postgres.address(database, "looker"))))


def test_a_database_that_is_down_at_the_start_is_one_line_and_the_next_start_goes_well(
    frail: PostgresServer, tmp_path: Path
) -> None:
    host = Host(frail.fresh(), tmp_path)
    frail.kill()
    assert "start PostgreSQL there" in host.refuse()
    frail.start()
    try:
        host.start()
        with host.client() as client:
            assert client.get("/readyz").status_code == 200
    finally:
        host.kill()
