"""Which engine and which log a runtime has: what the program says, or else the environment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from duotone.errors import BadEngine, RunTaken
from duotone.runtime import AsyncRuntime, RunResult, Runtime, Status
from duotone.runtime.drafts import run_started
from duotone.runtime.engines import DurableEngine, EngineAbilities
from duotone.runtime.engines.jobs import WorkflowJob
from duotone.runtime.events import Append, Draft
from duotone.runtime.log import RunRow
from duotone.runtime.workflow import load

FLOW: dict[str, Any] = {"name": "trade", "steps": [{"id": "sell", "function": "sell"}]}


class Noting:
    """An engine that notes what it is asked for, and does nothing."""

    abilities = EngineAbilities("noting", moves_workflows=True, moves_bodies=False, runs_here=False)
    owner = "engine:noting"

    def __init__(self) -> None:
        self.asked: list[object] = []

    def serve(self, ground: object) -> Noting:
        self.asked.append("serve" if ground is not None else "")
        return self

    async def open(self) -> None:
        self.asked.append("open")

    async def close(self) -> None:
        self.asked.append("close")

    async def conduct(self, job: WorkflowJob) -> RunResult:
        self.asked.append(job.first[0].data["owner"])
        return RunResult(job.run, Status.COMPLETED)

    async def tell(self, run: str, draft: Draft) -> None:
        self.asked.append((run, draft.kind))

    async def is_driving(self, row: RunRow) -> bool:
        return row.run != ""


async def test_an_engine_is_given_the_workflows_of_its_runtime() -> None:
    engine: DurableEngine = Noting()
    async with AsyncRuntime(engine=engine, units={"sell": lambda: 1}) as runtime:
        result = await runtime.run_workflow(FLOW, id="w1")
    assert result == RunResult("w1", Status.COMPLETED)
    assert isinstance(engine, Noting)
    assert engine.asked == ["serve", "open", "engine:noting", "close"]


def test_sync_code_reaches_an_engine_over_the_bridge() -> None:
    engine = Noting()
    with Runtime(engine=engine, units={"sell": lambda: 1}) as runtime:
        result = runtime.run_workflow(FLOW, id="w1")
    assert result == RunResult("w1", Status.COMPLETED)
    assert engine.asked == ["serve", "open", "engine:noting", "close"]


async def test_a_runtime_of_its_own_leaves_alone_what_an_engine_drives(path: Path) -> None:
    async with AsyncRuntime(path, units={"sell": lambda: 1}) as runtime:
        begun = run_started("w1", "workflow", "trade", "engine:other", spec=load(FLOW).to_json(), inputs={})
        await runtime.log.append(Append("w1", [begun]))
        assert await runtime.recover() == []
        with pytest.raises(RunTaken, match="engine:other"):
            await runtime.resume("w1")


def test_the_environment_names_the_log_where_the_program_names_none(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DUOTONE_LOG", str(path))
    with Runtime(units={"sell": lambda: 1}) as runtime:
        runtime.run_workflow(FLOW, id="w1")
    with Runtime(path) as runtime:
        assert runtime.get_run("w1").status is Status.COMPLETED
    with Runtime(":memory:") as runtime:
        assert runtime.runs() == []


@pytest.mark.parametrize("setting", ["oracle", "nowhere://host"])
def test_a_setting_that_names_no_engine_is_refused(setting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadEngine, match="no engine has such an address"):
        Runtime(engine=setting)
    monkeypatch.setenv("DUOTONE_ENGINE", setting)
    with pytest.raises(BadEngine, match=setting):
        AsyncRuntime()
    assert Runtime(engine="embedded").runs() == []
