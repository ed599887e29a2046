"""Functions that are run as sagas: begun, called again when they are resumed, and undone when they fail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from duotone.errors import BadUnit
from duotone.runtime._async.engine import AsyncEngine
from duotone.runtime._async.saga import AsyncSaga
from duotone.runtime._async.watching import OnEvent
from duotone.runtime.across import run_in_sync_face
from duotone.runtime.binding import find_unit
from duotone.runtime.events import Json
from duotone.runtime.log import RunRow
from duotone.runtime.outcomes import RunResult, Status
from duotone.runtime.results import is_plain
from duotone.runtime.sagas import SagaFunction, saga_of
from duotone.runtime.shielding import shielded
from duotone.runtime.side import IS_ASYNC
from duotone.runtime.standing import result_of

__all__ = ["AsyncFunctions"]


class AsyncFunctions:
    """The sagas of a runtime: those that are functions are called again, others can be undone."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def run(
        self,
        function: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        *,
        run: str | None = None,
        on_event: OnEvent | None = None,
    ) -> Any:
        """Call a function as a saga, under the id of an earlier run if there is one, and return its result."""
        made = saga_of(function)
        is_ours = made.is_async if IS_ASYNC else not made.is_async
        if not is_ours:
            return await self._run_in_other_face(made, (args, kwargs), run, on_event)
        row = None if run is None else await self._engine.log.run(run)
        if row is not None and row.status == Status.COMPLETED:
            return result_of(row.run, await self._engine.log.read_run(row.run)).outputs
        saga = AsyncSaga(self._engine, made.name, run=run, on_event=on_event, spec=_spec(made, args, kwargs))
        await saga.open()
        try:
            value = await made.function(saga, *args, **kwargs)
            result = await saga.finish(value)
        except BaseException as error:
            await shielded(saga.fail, error)
            raise
        return result.outputs

    async def _run_in_other_face(
        self, made: SagaFunction[..., Any], given: tuple[Any, ...], run: str | None, on_event: OnEvent | None
    ) -> Any:
        return await run_in_sync_face(self._engine, made, given, run=run, on_event=on_event)

    async def resume(self, row: RunRow) -> RunResult:
        """Go on with a saga: call its function again, or undo it if it has none."""
        begun: Any = (await self._engine.log.read_run(row.run))[0].data
        spec = begun.get("spec")
        if spec is None or row.status == Status.UNDOING:
            return await self.end(row)
        function = find_unit(spec["function"], self._engine.units, row.name).function
        if spec["args"] is None:
            raise BadUnit(
                spec["function"], f"was given what the log can't keep; call run(function, ..., id={row.run!r})"
            )
        await self.run(function, tuple(spec["args"]), spec["kwargs"], run=row.run)
        return result_of(row.run, await self._engine.log.read_run(row.run))

    async def end(self, row: RunRow) -> RunResult:
        """Undo a saga that nobody will go on with."""
        saga = await AsyncSaga(self._engine, row.name, run=row.run).open()
        return await saga.compensate("its process has ended")


def _spec(made: SagaFunction[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Json:
    """Return what is needed to call the function again; None for arguments that the log can't keep."""
    if is_plain(args) and is_plain(dict(kwargs)):
        return {"function": made.path, "args": list(args), "kwargs": dict(kwargs)}
    return {"function": made.path, "args": None, "kwargs": None}
