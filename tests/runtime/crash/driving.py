"""What a process does with a run: begin it, recover it, or go on after somebody has looked and decided."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from duotone.errors import DuotoneError
from duotone.runtime import AsyncRuntime, Runtime
from tests.runtime.crash import sagas
from tests.runtime.crash.scene import Scene
from tests.runtime.crash.workflows import WORKFLOWS

__all__ = ["PROGRAMS", "RUN"]

RUN = "the-run"


def begin(scene: Scene) -> str:
    """Run a saga or workflow and return the status in which that leaves it."""
    name = str(scene.options["program"])
    with Runtime(scene.store) as runtime:
        with contextlib.suppress(DuotoneError, ValueError):
            if name in WORKFLOWS:
                runtime.run_workflow(WORKFLOWS[name], id=RUN)
            else:
                runtime.run(getattr(sagas, name), id=RUN)
        return str(runtime.get_run(RUN).status)


def recover(scene: Scene) -> list[str]:
    """Go on with what dead processes have left."""
    with Runtime(scene.store) as runtime:
        return [str(result.status) for result in runtime.recover()]


def decide(scene: Scene) -> str:
    """Say what became of steps, then go on."""
    with Runtime(scene.store) as runtime:
        for run, step, decision in scene.options["decisions"]:
            runtime.decide(run, step, decision, result="as seen")
        with contextlib.suppress(DuotoneError, ValueError):
            runtime.resume(RUN)
        return str(runtime.get_run(RUN).status)


def begin_async(scene: Scene) -> str:
    name = str(scene.options["program"])

    async def main() -> str:
        async with AsyncRuntime(scene.store) as runtime:
            with contextlib.suppress(DuotoneError, ValueError):
                if name in WORKFLOWS:
                    await runtime.run_workflow(WORKFLOWS[name], id=RUN)
                else:
                    await runtime.run(getattr(sagas, name), id=RUN)
            return str((await runtime.get_run(RUN)).status)

    return asyncio.run(main())


def recover_async(scene: Scene) -> list[str]:
    async def main() -> list[str]:
        async with AsyncRuntime(scene.store) as runtime:
            return [str(result.status) for result in await runtime.recover()]

    return asyncio.run(main())


def decide_async(scene: Scene) -> str:
    async def main() -> str:
        async with AsyncRuntime(scene.store) as runtime:
            for run, step, decision in scene.options["decisions"]:
                await runtime.decide(run, step, decision, result="as seen")
            with contextlib.suppress(DuotoneError, ValueError):
                await runtime.resume(RUN)
            return str((await runtime.get_run(RUN)).status)

    return asyncio.run(main())


PROGRAMS: dict[str, Any] = {
    "begin": begin,
    "begin_async": begin_async,
    "decide": decide,
    "decide_async": decide_async,
    "recover": recover,
    "recover_async": recover_async,
}
