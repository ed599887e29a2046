"""The PostgreSQL of a DBOS that is away: when a runtime opens, and in the middle of a run."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from duotone import offload
from duotone.errors import LogUnreachable
from duotone.runtime import AsyncRuntime, Status
from duotone.runtime.log.addresses import Address
from duotone.runtime.log.verify import verify
from tests.postgresql import PostgresServer
from tests.runtime.trade import Shop

pytestmark = [pytest.mark.timeout(180), pytest.mark.duotone(limit=2.0)]

ONE: dict[str, Any] = {"id": "one", "function": "one"}
TWO: dict[str, Any] = {"id": "two", "function": "two", "needs": ["one"]}


@pytest.fixture
def frail() -> Iterator[PostgresServer]:
    """Start a server that a test may kill."""
    pytest.importorskip("dbos", reason="NO DBOS: pip install 'duotone[dbos]'")
    server = PostgresServer()
    try:
        server.start()
        yield server
    finally:
        server.end()


async def test_a_runtime_waits_for_a_server_that_comes_up_late(
    frail: PostgresServer, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    address = f"dbos+{frail.fresh()}?patience=60"
    frail.kill()
    with caplog.at_level(logging.WARNING):
        opening = asyncio.create_task(AsyncRuntime(path, engine=address, units={"one": lambda: 1}).__aenter__())
        while "can't be reached, and is waited for" not in caplog.text:  # noqa: ASYNC110  # a log has no events
            await asyncio.sleep(0.05)
        await offload(frail.start)
        runtime = await opening
        result = await runtime.run_workflow({"name": "late", "steps": [ONE]})
        await runtime.close()
    assert result.status is Status.COMPLETED


async def test_a_server_that_has_the_log_as_well_is_named_at_once_while_it_is_down(frail: PostgresServer) -> None:
    place = frail.fresh()
    frail.kill()
    with pytest.raises(LogUnreachable, match="can't be reached"):
        async with AsyncRuntime(place, engine="dbos"):
            pass
    await offload(frail.start)
    async with AsyncRuntime(place, engine="dbos", units={"one": lambda: 1}) as runtime:
        assert (await runtime.run_workflow({"name": "late", "steps": [ONE]})).status is Status.COMPLETED


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
