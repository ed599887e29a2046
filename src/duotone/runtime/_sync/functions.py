# Made by `duotone mirror` from ../_async/functions.py: edit that file, and run it again.
"""Functions that are run as sagas: begun, called again when they are resumed, and undone when they fail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from duotone.errors import BadInput, BadUnit
from duotone.runtime._sync.engine import Engine
from duotone.runtime._sync.saga import Saga, refuse_other
from duotone.runtime._sync.watching import OnEvent
from duotone.runtime.across import run_in_async_face
from duotone.runtime.binding import find_unit
from duotone.runtime.branching import copies, is_before
from duotone.runtime.drafts import run_started
from duotone.runtime.events import Append, Json
from duotone.runtime.log import RunRow
from duotone.runtime.outcomes import RunResult, Status
from duotone.runtime.results import is_plain
from duotone.runtime.sagas import SagaFunction, is_begun_as, saga_of
from duotone.runtime.standing import result_of

__all__ = ["Functions"]


class Functions:
    """The sagas of a runtime: those that are functions are called again, others can be undone."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def run(  # noqa: PLR0913  # what a run can be given
        self,
        function: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        *,
        run: str | None = None,
        on_event: OnEvent | None = None,
        is_found: bool = False,
    ) -> Any:
        """Call a function as a saga, under the id of an earlier run if there is one, and return its result.

        Raises `BadInput` if that was begun as something else; one that `is_found` is what the log names.
        """
        made = saga_of(function)
        is_ours = not made.is_async
        if not is_ours:
            how: dict[str, Any] = {"run": run, "on_event": on_event, "is_found": is_found}
            return run_in_async_face(self._engine, made, (args, kwargs), **how)
        row = None if run is None else self._engine.log.run(run)
        if row is not None:
            refuse_other(row, "saga")
        if row is not None and not is_found:
            self._refuse_another(row, made)
        if row is not None and row.status == Status.COMPLETED:
            return result_of(row.run, self._engine.log.read_run(row.run)).outputs
        saga = Saga(self._engine, made.name, run=run, on_event=on_event, spec=_spec(made, args, kwargs))
        saga.open()
        try:
            value = made.function(saga, *args, **kwargs)
            result = saga.finish(value)
        except BaseException as error:
            saga.fail(error)
            raise
        return result.outputs

    def _refuse_another(self, row: RunRow, made: SagaFunction[..., Any]) -> None:
        """Raise `BadInput` for a run of another function, whose steps would mean something else in this one."""
        begun: Any = self._engine.log.read_run(row.run)[0].data
        spec = begun.get("spec")
        if spec is None:
            reason = f"{row.run!r} was begun as the saga {row.name!r}, and not as a function"
            raise BadInput("id", f"{reason}; take another, or go on with it as that saga")
        if not is_begun_as(made, row.name, spec["function"], self._engine.units):
            reason = f"{row.run!r} was begun as the function {spec['function']!r}, and {made.path!r} is another one"
            remedy = f"if it is the same under another name, say so with @saga(name={row.name!r})"
            raise BadInput("id", f"{reason}; take another id, or call that function; {remedy}")

    def resume(self, row: RunRow) -> RunResult:
        """Go on with a saga: call its function again, or undo it if it has none."""
        begun: Any = self._engine.log.read_run(row.run)[0].data
        spec = begun.get("spec")
        if spec is None or row.status == Status.UNDOING:
            return self.end(row)
        return self._called_again(self._found(row, spec), row.run, spec)

    def branch(self, row: RunRow, step: str, inputs: Mapping[str, Json], *, run: str | None = None) -> RunResult:
        """Call the function of a saga as another run that has what the older one had before `step`.

        What had failed by then is tried again. Raises `NoSuchStep`, and `BadInput` for a saga that is no function.
        """
        events = self._engine.log.read_run(row.run)
        begun: Any = events[0].data
        spec = begun.get("spec")
        if spec is None:
            reason = f"{row.run!r} is a saga without a function, so what follows {step!r} can't be called; use run(...)"
            raise BadInput("run", reason)
        function, run = self._found(row, spec), run or self._engine.new_run(row.name)
        if not is_plain(dict(inputs)):
            raise BadInput("inputs", "are kept in the log, so they must be JSON")
        spec = {**spec, "kwargs": {**spec["kwargs"], **inputs}}
        first = run_started(run, "saga", row.name, self._engine.owner, spec=spec, branch_of=row.run)
        kept = copies(events, run, is_before(events, step))
        self._engine.log.append(Append(run, [first, *kept], 0))
        return self._called_again(function, run, spec)

    def _found(self, row: RunRow, spec: Mapping[str, Any]) -> Callable[..., Any]:
        """Return the function of a saga; raises `Unbound`, and `BadUnit` if nobody knows what it was given."""
        if spec["args"] is None:
            reason = f"was given what the log can't keep; call run(function, ..., id={row.run!r})"
            raise BadUnit(spec["function"], reason)
        return find_unit(spec["function"], self._engine.units, row.name).function

    def _called_again(self, function: Callable[..., Any], run: str, spec: Mapping[str, Any]) -> RunResult:
        self.run(function, tuple(spec["args"]), spec["kwargs"], run=run, is_found=True)
        return result_of(run, self._engine.log.read_run(run))

    def end(self, row: RunRow) -> RunResult:
        """Undo a saga that nobody will go on with."""
        saga = Saga(self._engine, row.name, run=row.run).open()
        return saga.compensate("its process has ended")


def _spec(made: SagaFunction[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Json:
    """Return what is needed to call the function again; None for arguments that the log can't keep."""
    if is_plain(args) and is_plain(dict(kwargs)):
        return {"function": made.path, "args": list(args), "kwargs": dict(kwargs)}
    return {"function": made.path, "args": None, "kwargs": None}
