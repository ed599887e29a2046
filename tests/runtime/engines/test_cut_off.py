"""A process that others hold for dead in the middle of a run: they go on, and it takes on nothing more."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from duotone import offload
from duotone.errors import CutOff
from duotone.runtime import AsyncRuntime, Status, unit
from duotone.runtime.log.addresses import Address
from duotone.runtime.log.verify import verify
from tests.postgresql import PostgresServer
from tests.runtime.trade import Shop

pytestmark = [pytest.mark.timeout(120), pytest.mark.duotone(limit=2.0)]

FLOW: dict[str, Any] = {
    "name": "trade",
    "steps": [{"id": "one", "function": "one"}, {"id": "two", "function": "two", "needs": ["one"]}],
    "outputs": {"said": "${{ steps.two.outputs }}"},
}


def bury(postgres: PostgresServer, place: str, owner: str) -> None:
    """Hold somebody for dead, as whoever misses its signs of life does."""
    name = place.rpartition("/")[2]
    postgres.execute(f"update duotone.owners set ended = clock_timestamp() where name = '{owner}'", name)  # noqa: S608  # ours
    postgres.execute("update duotone.log set turn = turn + 1", name)


@pytest.mark.parametrize("engine", ["temporal", "dbos"])
async def test_a_run_whose_process_is_cut_off_goes_on_elsewhere_and_is_waited_for(
    engine: str,
    postgres: PostgresServer,
    shop: Shop,
    request: pytest.FixtureRequest,
    caplog: pytest.LogCaptureFixture,
) -> None:
    @unit(idempotent=True)
    def one() -> str:
        is_first = not shop.began.is_set()
        shop.began.set()
        if is_first:
            shop.leave.wait(60)
        return shop.sell("tea")

    units: dict[str, Any] = {"one": one, "two": lambda: shop.sell("cup")}
    place = postgres.fresh()
    address = request.getfixturevalue(engine) if engine == "temporal" else "dbos?look=0.2"
    async with AsyncRuntime(place, engine=address, units=units) as runtime:
        running = asyncio.create_task(runtime.run_workflow(FLOW, id="w1"))
        await offload(shop.began.wait, 60)
        with caplog.at_level(logging.ERROR):
            async with AsyncRuntime(place, engine=address, units=units) as other:
                await offload(bury, postgres, place, await runtime.log.owner())
                shop.leave.set()
                result = await running
                row = await other.log.run("w1")
        assert result.status is Status.COMPLETED
        assert result.outputs == {"said": "sold cup"}
        assert row is not None
        assert row.status == Status.COMPLETED
        assert shop.done.count("cup") == 1
        with pytest.raises(CutOff):
            await runtime.run_workflow(FLOW, id="w2")
    if engine == "temporal":
        assert "no work is taken on here any more" in caplog.text
    assert verify(Address(place)) == []
