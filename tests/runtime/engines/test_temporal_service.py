"""A Temporal service that is away: when a runtime opens, and in the middle of a run."""

from __future__ import annotations

import asyncio
import logging
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from duotone import offload
from duotone.errors import EngineDown
from duotone.runtime import AsyncRuntime, Status
from tests.runtime.engines.cutting import way_to
from tests.runtime.engines.services import free_port, temporal_service
from tests.runtime.trade import Shop

pytestmark = [pytest.mark.timeout(180), pytest.mark.duotone(limit=2.0)]

ONE: dict[str, Any] = {"id": "one", "function": "one"}
TWO: dict[str, Any] = {"id": "two", "function": "two", "needs": ["one"]}


async def test_a_runtime_waits_for_a_service_that_comes_up_late(caplog: pytest.LogCaptureFixture) -> None:
    port = free_port()
    address = f"temporal://127.0.0.1:{port}?patience=60"
    with ExitStack() as stack, caplog.at_level(logging.WARNING):
        opening = asyncio.create_task(AsyncRuntime(engine=address, units={"one": lambda: 1}).__aenter__())
        while "can't be reached, and is waited for" not in caplog.text:  # noqa: ASYNC110  # a log has no events
            await asyncio.sleep(0.05)
        await offload(stack.enter_context, temporal_service(port))
        runtime = await opening
        result = await runtime.run_workflow({"name": "late", "steps": [ONE]})
        await runtime.close()
    assert result.status is Status.COMPLETED


async def test_a_run_goes_on_when_the_service_is_back(shop: Shop, path: Path, tmp_path: Path) -> None:
    def one() -> str:
        shop.began.set()
        shop.leave.wait(60)
        return shop.sell("tea")

    port, kept = free_port(), ("--db-filename", str(tmp_path / "temporal.db"))
    units: dict[str, Any] = {"one": one, "two": lambda: shop.sell("cup")}
    with ExitStack() as stack:
        first = stack.enter_context(ExitStack())
        address = await offload(first.enter_context, temporal_service(port, *kept))
        async with AsyncRuntime(path, engine=address, units=units) as runtime:
            running = asyncio.create_task(runtime.run_workflow({"name": "away", "steps": [ONE, TWO]}))
            await offload(shop.began.wait, 60)
            await offload(first.close)
            shop.leave.set()
            with pytest.raises(EngineDown, match="can't be reached"):
                await runtime.run_workflow({"name": "refused", "steps": [TWO | {"needs": []}]})
            await offload(stack.enter_context, temporal_service(port, *kept))
            result = await running
    assert result.status is Status.COMPLETED
    assert shop.done == ["tea", "cup"]


@pytest.mark.nightly  # the client of Temporal tries ten seconds long before it says so
async def test_a_run_is_waited_for_although_connections_break_in_the_middle_of_an_answer(
    temporal: str, shop: Shop, caplog: pytest.LogCaptureFixture
) -> None:
    def one() -> str:
        shop.began.set()
        shop.leave.wait(60)
        return shop.sell("tea")

    async with way_to(int(urlsplit(temporal).port or 0)) as way:
        address = f"temporal://127.0.0.1:{way.port}/default?heartbeat=2&patience=30"
        async with AsyncRuntime(engine=address, units={"one": one}) as runtime:
            running = asyncio.create_task(runtime.run_workflow({"name": "broken", "steps": [ONE]}))
            await offload(shop.began.wait, 60)
            way.is_rotten = True
            with caplog.at_level(logging.WARNING):
                while "is away, and is waited for" not in caplog.text and not running.done():  # noqa: ASYNC110  # a log has no events
                    await asyncio.sleep(0.05)
            way.is_rotten = False
            shop.leave.set()
            result = await running
    assert result.status is Status.COMPLETED
    assert shop.done == ["tea"]
