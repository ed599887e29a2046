"""Functions that are run as sagas: begun, called again when they are resumed, and undone when they fail."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from duotone.errors import BadInput, BadUnit, NeedsDecision, Stale, Unbound
from duotone.runtime._async.engine import AsyncEngine
from duotone.runtime._async.saga import AsyncSaga, refuse_other, refuse_undone
from duotone.runtime._async.watching import OnEvent
from duotone.runtime.across import run_in_sync_face
from duotone.runtime.binding import find_unit
from duotone.runtime.branching import copies, is_before
from duotone.runtime.drafts import run_started
from duotone.runtime.drivers.course import Course
from duotone.runtime.engines.jobs import BodyJob
from duotone.runtime.events import Append, Json
from duotone.runtime.log import RunRow
from duotone.runtime.outcomes import RunResult, Status
from duotone.runtime.results import is_plain
from duotone.runtime.sagas import SagaFunction, is_begun_as, saga_of
from duotone.runtime.shielding import shielded
from duotone.runtime.side import IS_ASYNC
from duotone.runtime.standing import checked, result_of

if TYPE_CHECKING:
    from duotone.runtime.engines.port import AsyncBodyPort

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
        """Call a function as a saga, under the id of an earlier run if there is one, and return its result.

        Where it was enlisted and the engine moves such functions, a worker calls it. Raises `BadInput` if that run was
        begun as something else.
        """
        made = saga_of(function)
        spec = _spec(made, args, kwargs, self._enlisted(made))
        if not self._moves(spec):
            return await self.drive(made, args, kwargs, run=run, on_event=on_event)
        row = None if run is None else await self._engine.log.run(run)
        run = self._engine.new_run(made.name) if run is None else run
        if row is None:
            row = await self._begun(run, made.name, spec)
        if row is None:
            return (await self._conducted(run, None, on_event)).outputs
        refuse_other(row, "saga")
        begun = await self._refuse_another(row, made)
        refuse_undone(row)
        if row.status == Status.COMPLETED:
            return result_of(row.run, await self._engine.log.read_run(row.run)).outputs
        if not self._moves(begun):  # it was begun where its function was not enlisted
            return await self.drive(made, args, kwargs, run=run, on_event=on_event)
        return (await self._conducted(run, row, on_event)).outputs

    async def drive(  # noqa: PLR0913  # what a run can be given
        self,
        function: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        *,
        run: str | None = None,
        on_event: OnEvent | None = None,
        fence: int | None = None,
        is_found: bool = False,
    ) -> Any:
        """Call a function as a saga in this process, under a claim of an engine if that has made one.

        Raises `BadInput` if the run was begun as something else; one that `is_found` is what the log names.
        """
        made = saga_of(function)
        is_ours = made.is_async if IS_ASYNC else not made.is_async
        if not is_ours:
            how: dict[str, Any] = {"run": run, "on_event": on_event, "fence": fence, "is_found": is_found}
            return await run_in_sync_face(self._engine, made, (args, kwargs), **how)
        row = None if run is None else await self._engine.log.run(run)
        if row is not None:
            refuse_other(row, "saga")
        if row is not None and not is_found:
            await self._refuse_another(row, made)
        if row is not None and row.status == Status.COMPLETED:
            return result_of(row.run, await self._engine.log.read_run(row.run)).outputs
        spec = _spec(made, args, kwargs, self._enlisted(made))
        saga = AsyncSaga(self._engine, made.name, run=run, on_event=on_event, spec=spec, fence=fence)
        await saga.open()
        try:
            value = await made.function(saga, *args, **kwargs)
            result = await saga.finish(value)
        except BaseException as error:
            await shielded(saga.fail, error)
            raise
        return result.outputs

    async def _refuse_another(self, row: RunRow, made: SagaFunction[..., Any]) -> Mapping[str, Any]:
        """Return what a run was begun with; raises `BadInput` for one of another function.

        Its steps would mean something else in this one.
        """
        spec = await self._spec_of(row)
        if spec is None:
            reason = f"{row.run!r} was begun as the saga {row.name!r}, and not as a function"
            raise BadInput("id", f"{reason}; take another, or go on with it as that saga")
        if spec.get("enlisted") is not None and spec["enlisted"] == self._enlisted(made):
            return spec
        if not is_begun_as(made, row.name, spec["function"], self._engine.units):
            reason = f"{row.run!r} was begun as the function {spec['function']!r}, and {made.path!r} is another one"
            remedy = f"if it is the same under another name, say so with @saga(name={row.name!r})"
            raise BadInput("id", f"{reason}; take another id, or call that function; {remedy}")
        return spec

    async def resume(self, row: RunRow) -> RunResult:
        """Go on with a saga: call its function again, or undo it if it has none."""
        spec = await self._spec_of(row)
        if self._moves(spec):
            return await self._conducted(row.run, row)
        if spec is None or row.status == Status.UNDOING:
            return await self.end(row)
        return await self._called_again(self._found(row, spec), row.run, spec)

    async def find(self, row: RunRow) -> Callable[[int], Coroutine[Any, Any, RunResult]]:
        """Return what goes on with a saga under the fence of a claim; raises `Unbound` if its function is not here."""
        spec = await self._spec_of(row)
        name = "" if spec is None else str(spec.get("enlisted", ""))
        body = self._engine.bodies.get(name)
        if spec is None or body is None:
            raise _not_enlisted(row, name)
        return partial(self._go_on, row, spec, body)

    async def _go_on(self, row: RunRow, spec: Mapping[str, Any], body: SagaFunction[..., Any], fence: int) -> RunResult:
        if row.status == Status.UNDOING:
            return await self.end(row, fence)
        await self.drive(body, tuple(spec["args"]), spec["kwargs"], run=row.run, fence=fence, is_found=True)
        return result_of(row.run, await self._engine.log.read_run(row.run))

    # -- functions that move --------------------------------------------------------------------------------------

    def _moves(self, spec: Mapping[str, Any] | None) -> bool:
        """Tell whether the engine moves a saga: its function was enlisted when it began, and is so here."""
        if spec is None or not self._engine.port.abilities.moves_bodies:
            return False
        return spec.get("enlisted") in self._engine.bodies

    def _enlisted(self, made: SagaFunction[..., Any]) -> str | None:
        """Return under which name a function was enlisted."""
        bodies = self._engine.bodies.items()
        return next((name for name, body in bodies if body.function == made.function), None)

    async def _begun(self, run: str, name: str, spec: Mapping[str, Any]) -> RunRow | None:
        """Write that a run has begun which the engine is to drive; returns how it stands if somebody else has."""
        if spec["args"] is None:
            reason = "was given what the log can't keep, so no other worker could call it; give it JSON"
            raise BadUnit(spec["enlisted"], reason)
        first = run_started(run, "saga", name, self._engine.port.owner, spec=spec)
        try:
            await self._engine.log.append(Append(run, [first], 0))
        except Stale:
            return await self._engine.row(run)
        return None

    async def _conducted(self, run: str, row: RunRow | None, on_event: OnEvent | None = None) -> RunResult:
        """Have a worker go on with a run, and return how it ended; raises what its function did, if that is known."""
        job = BodyJob(run=run, on_event=on_event, row=row)
        result = await cast("AsyncBodyPort", self._engine.port).conduct_body(job)
        if job.raised:
            raise job.raised[0]
        if result.status is Status.WAITING:
            raise NeedsDecision(run, await self._unknown(run))
        is_undone = row is not None and row.status == Status.UNDOING  # which is all that somebody could ask for
        return result if is_undone else checked(result)

    async def _unknown(self, run: str) -> list[str]:
        course = Course()
        for event in await self._engine.log.read_run(run):
            course.apply(event)
        return list(course.steps.unknown)

    # -- others ---------------------------------------------------------------------------------------------------

    async def branch(self, row: RunRow, step: str, inputs: Mapping[str, Json], *, run: str | None = None) -> RunResult:
        """Call the function of a saga as another run that has what the older one had before `step`.

        What had failed by then is tried again. Raises `NoSuchStep`, and `BadInput` for a saga that is no function.
        """
        events = await self._engine.log.read_run(row.run)
        begun: Any = events[0].data
        spec = begun.get("spec")
        if spec is None:
            reason = f"{row.run!r} is a saga without a function, so what follows {step!r} can't be called; use run(...)"
            raise BadInput("run", reason)
        function, run = self._found(row, spec), run or self._engine.new_run(row.name)
        if not is_plain(dict(inputs)):
            raise BadInput("inputs", "are kept in the log, so they must be JSON")
        spec = {**spec, "kwargs": {**spec["kwargs"], **inputs}}
        moves = self._moves(spec)
        owner = self._engine.port.owner if moves else self._engine.owner
        first = run_started(run, "saga", row.name, owner, spec=spec, branch_of=row.run)
        kept = copies(events, run, is_before(events, step))
        await self._engine.log.append(Append(run, [first, *kept], 0))
        if moves:
            return await self._conducted(run, None)
        return await self._called_again(function, run, spec)

    def _found(self, row: RunRow, spec: Mapping[str, Any]) -> Callable[..., Any]:
        """Return the function of a saga; raises `Unbound`, and `BadUnit` if nobody knows what it was given."""
        if spec["args"] is None:
            reason = f"was given what the log can't keep; call run(function, ..., id={row.run!r})"
            raise BadUnit(spec["function"], reason)
        name = spec.get("enlisted")
        if (body := self._engine.bodies.get(name or "")) is not None:
            return body
        try:
            return find_unit(spec["function"], self._engine.units, row.name).function
        except Unbound as error:
            if name is None:
                raise
            raise _not_enlisted(row, name) from error

    async def _called_again(self, function: Callable[..., Any], run: str, spec: Mapping[str, Any]) -> RunResult:
        await self.drive(function, tuple(spec["args"]), spec["kwargs"], run=run, is_found=True)
        return result_of(run, await self._engine.log.read_run(run))

    async def end(self, row: RunRow, fence: int | None = None) -> RunResult:
        """Undo a saga that nobody will go on with."""
        saga = await AsyncSaga(self._engine, row.name, run=row.run, fence=fence).open()
        return await saga.compensate("its process has ended")

    async def _spec_of(self, row: RunRow) -> dict[str, Any] | None:
        """Return what it takes to call the function of a saga again, None for one that has none."""
        [begun] = await self._engine.log.read_run(row.run, limit=1)
        spec: Any = begun.data.get("spec")
        return spec  # type: ignore[no-any-return]  # as `_spec` has made it


def _not_enlisted(row: RunRow, name: str) -> Unbound:
    return Unbound(row.name, name, f"no saga {name!r} was enlisted; call runtime.enlist({name!r}, function)")


def _spec(
    made: SagaFunction[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any], enlisted: str | None
) -> dict[str, Json]:
    """Return what is needed to call the function again; None for arguments that the log can't keep."""
    known: dict[str, Json] = (
        {"function": made.path} if enlisted is None else {"function": made.path, "enlisted": enlisted}
    )
    if is_plain(args) and is_plain(dict(kwargs)):
        return {**known, "args": list(args), "kwargs": dict(kwargs)}
    return {**known, "args": None, "kwargs": None}
