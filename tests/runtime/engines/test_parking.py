"""A runtime on an engine whose process is about to end: steps that are under way end here, the next ones elsewhere."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from duotone import offload
from duotone.runtime import AsyncRuntime, Status
from duotone.runtime.log.verify import verify
from tests.runtime.trade import Shop

pytestmark = [pytest.mark.timeout(120), pytest.mark.duotone(limit=2.0)]

FLOW: dict[str, Any] = {
    "name": "trade",
    "steps": [{"id": "one", "function": "one"}, {"id": "two", "function": "two", "needs": ["one"]}],
}


async def test_a_runtime_that_parks_ends_the_steps_that_it_is_at_and_begins_no_more(
    remote: str, path: Path, shop: Shop
) -> None:
    def one() -> str:
        shop.began.set()
        shop.leave.wait(60)
        return shop.sell("tea")

    units: dict[str, Any] = {"one": one, "two": lambda: shop.sell("cup")}
    async with AsyncRuntime(path, engine=remote, units=units) as runtime:
        running = asyncio.create_task(runtime.run_workflow(FLOW, id="w1"))
        await offload(shop.began.wait, 60)
        assert await runtime.park(0.1) == ["w1"]
        shop.leave.set()
        assert await runtime.park(30) == []
        assert [event.data["outcome"] for event in await runtime.log.read_run("w1") if event.kind == "step.ended"] == [
            "ok"
        ]
        assert shop.done == ["tea"]
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    async with AsyncRuntime(path, engine=remote, units=units) as runtime:
        async for _ in runtime.events("w1", follow=True):
            pass
        assert (await runtime.get_run("w1")).status is Status.COMPLETED
    assert shop.done == ["tea", "cup"]
    assert verify(path) == []
