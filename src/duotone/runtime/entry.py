"""One call for a workflow, in either color: opens a log, runs it, and closes the log again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from duotone.runtime._async.runtime import AsyncRuntime
from duotone.runtime._async.watching import OnEvent
from duotone.runtime._sync.runtime import Runtime
from duotone.runtime.events import Json
from duotone.runtime.log import Durability, Place
from duotone.runtime.outcomes import RunResult
from duotone.runtime.workflow import Source

__all__ = ["run_workflow", "run_workflow_async"]


def run_workflow(  # noqa: PLR0913  # a runtime and a run in one call
    workflow: Source,
    inputs: Mapping[str, Json] | None = None,
    *,
    log: Place = None,
    durability: Durability = "full",
    id: str | None = None,  # noqa: A002  # what everybody calls it
    units: Mapping[str, Callable[..., Any]] | None = None,
    on_event: OnEvent | None = None,
    deadline: float | None = None,
    check: bool = True,
) -> RunResult:
    """Run a workflow from sync code, wherever that runs: a script, a notebook, a worker, inside a running loop.

    `log` is where its events are kept; without it they are gone when this returns. All else is as for
    `Runtime.run_workflow`.
    """
    with Runtime(log, durability=durability) as runtime:
        return runtime.run_workflow(
            workflow, inputs, id=id, units=units, on_event=on_event, deadline=deadline, check=check
        )


async def run_workflow_async(  # noqa: PLR0913  # as above
    workflow: Source,
    inputs: Mapping[str, Json] | None = None,
    *,
    log: Place = None,
    durability: Durability = "full",
    id: str | None = None,  # noqa: A002  # as above
    units: Mapping[str, Callable[..., Any]] | None = None,
    on_event: OnEvent | None = None,
    deadline: float | None = None,
    check: bool = True,
) -> RunResult:
    """Run a workflow from async code; the loop goes on while sync steps run. See `run_workflow`."""
    async with AsyncRuntime(log, durability=durability) as runtime:
        return await runtime.run_workflow(
            workflow, inputs, id=id, units=units, on_event=on_event, deadline=deadline, check=check
        )
