"""Ours: a saga of ten steps, run by the runtime of its color."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from benchmarks.durable.engines import STEPS, Async, Sync
from benchmarks.durable.stamps import mark
from duotone.runtime import AsyncRuntime, AsyncSaga, Runtime, Saga, nothing_to_undo, saga, unit


@unit(undo=nothing_to_undo, idempotent=True)
def step(run: str) -> int:
    return mark(run)


@unit(undo=nothing_to_undo, idempotent=True)
async def step_async(run: str) -> int:
    return mark(run)


@saga
def flow(run: Saga, name: str) -> None:
    for _ in range(STEPS):
        run.step(step, name)


@saga
async def flow_async(run: AsyncSaga, name: str) -> None:
    for _ in range(STEPS):
        await run.step(step_async, name)


class Sagas:
    def __init__(self, durability: str, commit: str) -> None:
        self.options: dict[str, Any] = {"durability": durability, "commit": commit}

    @contextlib.contextmanager
    def sync(self, folder: Path) -> Iterator[Sync]:
        with Runtime(folder / "sagas.db", **self.options) as runtime:
            yield lambda name: runtime.run(flow, name, id=name)

    def resume(self, folder: Path, name: str) -> None:
        with Runtime(folder / "sagas.db", **self.options) as runtime:
            [result] = runtime.recover()
            assert result.status == "completed", result

    @contextlib.asynccontextmanager
    async def open(self, folder: Path) -> AsyncIterator[Async]:
        async with AsyncRuntime(folder / "sagas.db", **self.options) as runtime:
            yield lambda name: runtime.run(flow_async, name, id=name)


def engine(settings: str) -> Sagas:
    durability, _, commit = settings.partition(" ")
    return Sagas(durability, commit or "step")
