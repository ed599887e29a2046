"""The PostgreSQL of a DBOS that is away: when a runtime opens, and in the middle of a run."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import psycopg
import pytest

from duotone import offload
from duotone.errors import LogUnreachable
from duotone.runtime import AsyncRuntime, Runtime, Status
from duotone.runtime.log.addresses import Address
from duotone.runtime.log.verify import verify
from tests.postgresql import PostgresServer
from tests.runtime.trade import Shop

pytest.importorskip("dbos", reason="NO DBOS: pip install 'duotone[dbos]'")
pytestmark = [pytest.mark.timeout(180), pytest.mark.duotone(limit=2.0)]

ONE: dict[str, Any] = {"id": "one", "function": "one"}
LOCK = 0x64756F74
"""The lock under which DBOS makes its tables."""
OTHERS = "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
TWO: dict[str, Any] = {"id": "two", "function": "two", "needs": ["one"]}


async def told(caplog: pytest.LogCaptureFixture, text: str, task: asyncio.Task[Any]) -> None:
    """Wait until something was logged, or whoever is to say it has ended."""
    while text not in caplog.text and not task.done():  # noqa: ASYNC110  # a log has no events
        await asyncio.sleep(0.05)


async def test_a_runtime_waits_for_a_server_that_comes_up_late(
    frail: PostgresServer, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    address = f"dbos+{frail.fresh()}?patience=60"
    frail.kill()
    with caplog.at_level(logging.WARNING):
        opening = asyncio.create_task(AsyncRuntime(path, engine=address, units={"one": lambda: 1}).__aenter__())
        await told(caplog, "can't be reached, and is waited for", opening)
        await offload(frail.start)
        runtime = await opening
        result = await runtime.run_workflow({"name": "late", "steps": [ONE]})
        await runtime.close()
    assert result.status is Status.COMPLETED


@pytest.mark.parametrize("engine", ["dbos", "temporal"])
async def test_a_log_that_comes_up_late_is_waited_for_as_the_engine_is(
    frail: PostgresServer, caplog: pytest.LogCaptureFixture, request: pytest.FixtureRequest, engine: str
) -> None:
    address = "dbos?patience=60" if engine == "dbos" else request.getfixturevalue("temporal")
    place = frail.fresh()
    frail.kill()
    with caplog.at_level(logging.WARNING):
        opening = asyncio.create_task(AsyncRuntime(place, engine=address, units={"one": lambda: 1}).__aenter__())
        await told(caplog, f"the log {place} can't be reached, and is waited for", opening)
        await offload(frail.start)
        runtime = await opening
        result = await runtime.run_workflow({"name": "late", "steps": [ONE]})
        await runtime.close()
    assert result.status is Status.COMPLETED


def test_a_log_that_stays_away_is_named_and_one_that_lets_nobody_in_is_named_at_once(frail: PostgresServer) -> None:
    place = frail.fresh()
    with pytest.raises(LogUnreachable, match="createdb"), Runtime(f"{place}none", engine="dbos"):
        pass
    frail.kill()
    with pytest.raises(LogUnreachable, match="start PostgreSQL there"), Runtime(place, engine="dbos?patience=0.3"):
        pass


async def test_a_runtime_opens_although_the_server_is_killed_meanwhile(
    frail: PostgresServer, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    place = frail.fresh()
    engine = AsyncRuntime(path, engine=f"dbos+{place}?patience=60", units={"one": lambda: 1})
    with caplog.at_level(logging.WARNING), psycopg.connect(place, autocommit=True) as first:
        first.execute("select pg_advisory_lock(%s)", (LOCK,))  # so that it has to wait where it is about to launch
        opening = asyncio.create_task(engine.__aenter__())
        while first.execute(OTHERS).fetchone() != (1,):  # noqa: ASYNC110  # a server has none either
            await asyncio.sleep(0.02)
        await offload(frail.kill)
        await told(caplog, "went away, and is waited for", opening)
        await offload(frail.start)
        runtime = await opening
        result = await runtime.run_workflow({"name": "late", "steps": [ONE]})
        await runtime.close()
    assert result.status is Status.COMPLETED


async def test_a_run_goes_on_when_the_server_is_back(frail: PostgresServer, shop: Shop) -> None:
    def one() -> str:
        shop.began.set()
        shop.leave.wait(60)
        return shop.sell("tea")

    place = frail.fresh()
    units: dict[str, Any] = {"one": one, "two": lambda: shop.sell("cup")}
    async with AsyncRuntime(place, engine="dbos", units=units) as runtime:
        running = asyncio.create_task(runtime.run_workflow({"name": "away", "steps": [ONE, TWO]}))
        await offload(shop.began.wait, 60)
        await offload(frail.kill)
        shop.leave.set()
        await asyncio.sleep(0.5)
        assert not running.done()
        await offload(frail.start)
        result = await running
    assert result.status is Status.COMPLETED
    assert shop.done == ["tea", "cup"]  # once each, although their ends had to wait
    assert verify(Address(place)) == []
