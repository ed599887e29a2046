"""Each row of the table of differences in docs/guide/engines.md, asserted."""

from __future__ import annotations

import asyncio
import threading
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import pytest

from duotone import offload
from duotone.errors import RunTaken
from duotone.runtime import AsyncRuntime, Runtime, saga
from tests.runtime import talkers
from tests.runtime.trade import Shop

pytestmark = [pytest.mark.timeout(120), pytest.mark.duotone(limit=1.0)]

WHO: ContextVar[str] = ContextVar("who", default="nobody")
FLOW: dict[str, Any] = {"name": "trade", "steps": [{"id": "one", "function": "one"}]}


@pytest.fixture(params=["embedded", "temporal", "dbos"])
def engine(request: pytest.FixtureRequest) -> str:
    """Name each engine by its address."""
    return "embedded" if request.param == "embedded" else str(request.getfixturevalue(request.param))


def test_where_units_are_called(engine: str) -> None:
    def one() -> list[Any]:
        return [WHO.get(), threading.get_ident()]

    WHO.set("caller")
    flow = {**FLOW, "outputs": {"seen": "${{ steps.one.outputs }}"}}
    with Runtime(engine=engine, units={"one": one}) as runtime:
        outputs: Any = runtime.run_workflow(flow).outputs
    is_here = outputs["seen"] == ["caller", threading.get_ident()]
    assert is_here == (engine == "embedded")


def test_what_the_log_says_of_where_a_step_runs(engine: str) -> None:
    async def one() -> int:
        await asyncio.sleep(0)
        return 1

    with Runtime(engine=engine, units={"one": one}) as runtime:
        events = runtime.log.read_run(runtime.run_workflow(FLOW).run)
    [home] = [event.data["home"] for event in events if event.kind == "step.started"]
    assert home == ("bridge" if engine == "embedded" else "loop")


async def test_beginning_a_run_whose_id_is_being_run(engine: str, shop: Shop) -> None:
    def one() -> str:
        shop.began.set()
        shop.leave.wait(30)
        return shop.sell("tea")

    async with AsyncRuntime(engine=engine, units={"one": one}) as runtime:
        first = asyncio.create_task(runtime.run_workflow(FLOW, id="w1"))
        await offload(shop.began.wait, 30)
        second = asyncio.create_task(runtime.run_workflow(FLOW, id="w1"))
        if engine == "embedded":
            with pytest.raises(RunTaken):
                await second
            shop.leave.set()
            await first
        else:
            await asyncio.sleep(0.2)
            shop.leave.set()
            assert await first == await second
    assert shop.done == ["tea"]


async def test_who_owns_a_run_and_how_many_commits_a_step_takes(engine: str, path: Path) -> None:
    async with AsyncRuntime(path, engine=engine, units={"one": lambda: 1}) as runtime:
        result = await runtime.run_workflow(FLOW)
        [row] = await runtime.runs()
        times = [event.at for event in await runtime.log.read_run(result.run)]
    name = engine.partition("+")[0].partition(":")[0]
    assert row.owner == f"engine:{name}" or engine == "embedded"
    assert row.owner.startswith("engine:") == (engine != "embedded")
    assert times[0] == times[1]  # the run begins with its first step


async def test_abilities_say_the_same(engine: str) -> None:
    async with AsyncRuntime(engine=engine) as runtime:
        abilities = runtime.abilities
    assert abilities.moves_workflows == (engine != "embedded")
    assert abilities.runs_here == (engine == "embedded")
    assert abilities.moves_turns == (engine != "embedded")
    assert abilities.moves_bodies == (engine != "embedded")


async def test_where_a_turn_and_a_saga_are_driven(engine: str, path: Path) -> None:
    async def trade(saga: Any) -> Any:
        return await saga.step(lambda: 1, name="one")

    async def enlisted(saga: Any) -> Any:
        return await trade(saga)

    async with AsyncRuntime(path, engine=engine) as runtime:
        runtime.enlist("echo", talkers.echo_on_a_loop)
        talk = runtime.conversation("echo")
        await talk.ask("hi")
        runtime.enlist("enlisted", saga(enlisted))
        assert await runtime.run(trade) == await runtime.run(enlisted) == 1
        owners = {row.name: row.owner for row in await runtime.runs()}
    assert talk.moves == (engine != "embedded")
    assert owners["echo"].startswith("engine:") == talk.moves
    assert not owners["trade"].startswith("engine:")
    assert owners["enlisted"].startswith("engine:") == (engine != "embedded")


def test_where_the_function_of_a_saga_is_called(engine: str) -> None:
    @saga
    def trade(_saga: Any) -> list[Any]:
        return [WHO.get(), threading.get_ident()]

    WHO.set("caller")
    with Runtime(engine=engine) as runtime:
        here = runtime.run(trade)
        runtime.enlist("trade", trade)
        enlisted = runtime.run(trade)
    assert here == ["caller", threading.get_ident()]
    assert (enlisted == here) == (engine == "embedded")


async def test_opening_a_runtime_names_the_log_once(engine: str, path: Path) -> None:
    kinds: list[str] = []
    for _ in range(2):
        async with AsyncRuntime(path, engine=engine) as runtime:
            kinds = [event.kind for event in await runtime.log.read("duotone.engine")]
    assert kinds == ([] if engine == "embedded" else ["log.named"])
