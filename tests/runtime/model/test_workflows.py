"""Random workflows end on both faces as the model says."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from duotone.runtime import AsyncRuntime, RunResult, Runtime, nothing_to_undo, unit
from duotone.runtime.log import MemoryStore, SqliteStore, Store
from tests.runtime.model.flows import (
    FlowScript,
    FlowStep,
    Outlook,
    chains,
    expect_of_chain,
    expect_of_graph,
    graphs,
)

EXAMPLES = pytest.mark.parametrize("examples", [40, pytest.param(1_000, marks=pytest.mark.nightly)])
STORES = pytest.mark.parametrize("kind", ["memory", "sqlite"])
SHARE = {"memory": 1.0, "sqlite": 0.3}
"""How many of the examples are run on a store of each kind; a file takes its time."""


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


@contextmanager
def made(kind: str) -> Iterator[Store]:
    """Make a store of a kind, for one run."""
    with TemporaryDirectory() as folder:
        store = MemoryStore() if kind == "memory" else SqliteStore(Path(folder) / "log.db", durability="normal")
        try:
            yield store
        finally:
            store.close()


def play(script: FlowScript, world: World, store: Store, face: str) -> RunResult:
    units = world.units(script)
    if face == "sync":
        with Runtime(store) as runtime:
            return runtime.run_workflow(script.to_json(), units=units, check=False)

    async def main() -> RunResult:
        async with AsyncRuntime(store) as runtime:
            return await runtime.run_workflow(script.to_json(), units=units, check=False)

    return asyncio.run(main())


def assert_ends(script: FlowScript, expected: Outlook, kind: str, face: str) -> None:
    world = World()
    with made(kind) as store:
        result = play(script, world, store, face)
    assert (str(result.status), dict(world.calls), tuple(world.undone)) == (
        expected.status,
        expected.calls,
        expected.undone,
    )


@EXAMPLES
@STORES
@pytest.mark.parametrize("face", ["sync", "async"])
def test_a_workflow_that_goes_on_over_failures_ends_as_the_model_says(face: str, kind: str, examples: int) -> None:
    @settings(max_examples=int(examples * SHARE[kind]), suppress_health_check=list(HealthCheck))
    @given(graphs())
    def check(script: FlowScript) -> None:
        assert_ends(script, expect_of_graph(script), kind, face)

    check()


@EXAMPLES
@STORES
@pytest.mark.parametrize("face", ["sync", "async"])
def test_a_workflow_that_stops_at_the_first_failure_ends_as_the_model_says(face: str, kind: str, examples: int) -> None:
    @settings(max_examples=int(examples * SHARE[kind]), suppress_health_check=list(HealthCheck))
    @given(chains())
    def check(script: FlowScript) -> None:
        assert_ends(script, expect_of_chain(script), kind, face)

    check()
