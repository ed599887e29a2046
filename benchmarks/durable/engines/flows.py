"""Ours: a workflow of ten steps, each of which needs the one before it."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from benchmarks.durable.engines import STEPS, Async, Sync
from benchmarks.durable.engines.sagas import step, step_async
from duotone.runtime import AsyncRuntime, Runtime
from duotone.runtime.workflow import load


def called(number: int) -> dict[str, Any]:
    """Return one step of the workflow, as its file would have it."""
    needs = [f"step{number - 1}"] if number else []
    return {"id": f"step{number}", "function": "step", "needs": needs, "with": {"run": "${{ inputs.run }}"}}


WORKFLOW: dict[str, Any] = {
    "name": "flow",
    "inputs": {"run": {"type": "string"}},
    "steps": [called(number) for number in range(STEPS)],
}


class Flows:
    def __init__(self, durability: str) -> None:
        self.options: dict[str, Any] = {"durability": durability}

    @contextlib.contextmanager
    def sync(self, folder: Path) -> Iterator[Sync]:
        with Runtime(folder / "flows.db", units={"step": step}, **self.options) as runtime:
            yield lambda name: runtime.run_workflow(WORKFLOW, {"run": name}, id=name)

    def resume(self, folder: Path, name: str) -> None:
        with Runtime(folder / "flows.db", units={"step": step}, **self.options) as runtime:
            [result] = runtime.recover()
            assert result.status == "completed", result

    @contextlib.asynccontextmanager
    async def open(self, folder: Path) -> AsyncIterator[Async]:
        async with AsyncRuntime(folder / "flows.db", units={"step": step_async}, **self.options) as runtime:
            yield lambda name: runtime.run_workflow(WORKFLOW, {"run": name}, id=name)


def engine(settings: str) -> Flows:
    load(WORKFLOW)  # what reads it is part of what is imported
    return Flows(settings)
