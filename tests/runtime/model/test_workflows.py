"""Random workflows end on both faces as the model says."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from duotone.runtime import AsyncRuntime, RunResult, Runtime, nothing_to_undo, unit
from tests.conftest import NIGHTLY
from tests.runtime.model.flows import (
    FlowScript,
    FlowStep,
    Outlook,
    chains,
    expect_of_chain,
    expect_of_graph,
    graphs,
)

EXAMPLES = 1_000 if NIGHTLY else 40


@dataclass
class World:
    """What the units of one run have done."""

    calls: Counter[str] = field(default_factory=Counter[str])
    cells: Counter[tuple[str, int]] = field(default_factory=Counter[tuple[str, int]])
    undone: list[str] = field(default_factory=list[str])

    def units(self, script: FlowScript) -> Mapping[str, Any]:
        return {step.id: self.unit(step) for step in script.steps}

    def unit(self, step: FlowStep) -> Any:
        def do(cell: int) -> str:
            self.calls[step.id] += 1
            self.cells[step.id, cell] += 1
            if self.cells[step.id, cell] <= step.failures:
                raise ConnectionError("as written")
            return step.id

        async def do_async(cell: int) -> str:
            return do(cell)

        def undo() -> None:
            self.undone.append(step.id)

        chosen = {"has": undo, "lacks": None, "needs none": nothing_to_undo}[step.undo]
        return unit(do_async if step.is_async else do, undo=chosen)


def play(script: FlowScript, world: World, face: str) -> RunResult:
    units = world.units(script)
    if face == "sync":
        with Runtime() as runtime:
            return runtime.run_workflow(script.to_json(), units=units, check=False)

    async def main() -> RunResult:
        async with AsyncRuntime() as runtime:
            return await runtime.run_workflow(script.to_json(), units=units, check=False)

    return asyncio.run(main())


def assert_ends(script: FlowScript, expected: Outlook, face: str) -> None:
    world = World()
    result = play(script, world, face)
    assert (str(result.status), dict(world.calls), tuple(world.undone)) == (
        expected.status,
        expected.calls,
        expected.undone,
    )


@pytest.mark.parametrize("face", ["sync", "async"])
def test_a_workflow_that_goes_on_over_failures_ends_as_the_model_says(face: str) -> None:
    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    @given(graphs())
    def check(script: FlowScript) -> None:
        assert_ends(script, expect_of_graph(script), face)

    check()


@pytest.mark.parametrize("face", ["sync", "async"])
def test_a_workflow_that_stops_at_the_first_failure_ends_as_the_model_says(face: str) -> None:
    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    @given(chains())
    def check(script: FlowScript) -> None:
        assert_ends(script, expect_of_chain(script), face)

    check()
