# Made by `duotone mirror` from ../_async/runtime.py: edit that file, and run it again.
"""The runtime: opens a log, begins runs on it, and goes on with what others have left there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Self

from duotone.contract.handlers import ErrorPolicy
from duotone.contract.workers import Pool
from duotone.errors import BadTransition, LogClosed, RunFinished
from duotone.runtime._sync.embedded import Embedded
from duotone.runtime._sync.engine import Engine
from duotone.runtime._sync.functions import Functions
from duotone.runtime._sync.parking import park
from duotone.runtime._sync.recovering import UNFINISHED, runs_left, talks_of
from duotone.runtime._sync.saga import Saga
from duotone.runtime._sync.watching import OnEvent
from duotone.runtime.drivers.course import Course
from duotone.runtime.dropping import Notes, notices_drops
from duotone.runtime.engines.choosing import chosen_engine, chosen_log, serve
from duotone.runtime.engines.port import DurableEngine, EngineAbilities
from duotone.runtime.events import Append, Draft, Event, Json
from duotone.runtime.log import Durability, Log, Place, RunRow
from duotone.runtime.log.opening import open_patiently
from duotone.runtime.outcomes import RunResult, Status
from duotone.runtime.replays import Replay, replayed
from duotone.runtime.results import kept
from duotone.runtime.sagas import SagaFunction, enlisted_saga
from duotone.runtime.standing import checked, result_of

if TYPE_CHECKING:
    from duotone.runtime._sync.conversation import Conversation
    from duotone.runtime._sync.delegation import Delegation
    from duotone.runtime._sync.outbox import Outbox
    from duotone.runtime._sync.workflows import Workflows
    from duotone.runtime.agents.setting import OnText
    from duotone.runtime.conversation.limits import Limits
    from duotone.runtime.delegation.staff import TaskRole
    from duotone.runtime.sessions.policy import Policy
    from duotone.runtime.workflow import Source

__all__ = ["Runtime"]

_LOOK = 1.0
"""Seconds after which somebody who follows a run looks at its status again."""


@notices_drops
class Runtime:
    """Runs that survive, for async code: ``with Runtime("app.db") as runtime: ...``.

    `path` is a file, the address of a PostgreSQL, a store, or nothing for memory. `units` are callables by name, for
    what is found in the log or in a workflow. `on_event` is told of each event of each run; what it raises never
    changes a run, and `event_errors` says who hears of it. `concurrency` is how many attempts of one run may be in
    flight at once.

    What a step of a saga gave is durable when the step returns. ``commit="next"`` writes it together with the next
    step, which saves every second commit: after a crash in between, nobody knows what became of it.

    `engine` is what makes runs durable: "embedded", which is this runtime on its log, an address such as
    "temporal://host:7233/default", or a `DurableEngine`. Where the program says nothing of engine or log, the
    environment does: DUOTONE_ENGINE and DUOTONE_LOG.
    """

    def __init__(  # noqa: PLR0913  # one place for what all runs share
        self,
        path: Place = None,
        *,
        durability: Durability = "full",
        units: Mapping[str, Callable[..., Any]] | None = None,
        on_event: OnEvent | None = None,
        event_errors: ErrorPolicy = "raise",
        pool: Pool | None = None,
        concurrency: int | None = None,
        commit: Literal["step", "next"] = "step",
        engine: DurableEngine | str | None = None,
    ) -> None:
        """Prepare a runtime; the log is opened with the block."""
        self.log = Log(chosen_log(path), durability=durability)
        self._engine = Engine(self.log, units or {}, () if on_event is None else (on_event,), event_errors)
        self._engine.pool, self._engine.room = pool, concurrency
        self._engine.is_prompt = commit == "step"
        chosen = chosen_engine(engine)
        self._engine.port = Embedded(self._engine) if chosen is None else serve(chosen, self._engine)
        self._functions = Functions(self._engine)
        self._loaded: Workflows | None = None

    def __enter__(self) -> Self:
        """Open the log; on an engine that is waited for, so is the log."""
        if self.abilities.patience:
            open_patiently(self.log.store, self.abilities.patience)
        self.log.__enter__()
        self._engine.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close the log."""
        self.close()

    @property
    def units(self) -> Mapping[str, Callable[..., Any]]:
        """The callables that runs may call by name."""
        return self._engine.units

    @property
    def abilities(self) -> EngineAbilities:
        """What the engine of this runtime can do."""
        return self._engine.port.abilities

    @property
    def outbox(self) -> Outbox:
        """What is promised to be delivered once a turn has ended; it delivers from here once a channel is bound."""
        return self._engine.outbox

    @property
    def notes(self) -> Notes:
        """What has happened and is not written yet, since nobody could wait for it there."""
        return self._engine.notes

    def close(self) -> None:
        """Close the log; runs that are still driven here can't go on, and are left to `recover`."""
        self._engine.close()
        with suppress(LogClosed):  # closed twice
            self._engine.write_notes()
        self.log.close()

    # -- begin ----------------------------------------------------------------------------------------------------

    def saga(
        self,
        name: str,
        *,
        session: str | None = None,
        id: str | None = None,  # noqa: A002  # what everybody calls it
        deadline: float | None = None,
        on_event: OnEvent | None = None,
    ) -> Saga:
        """Return a saga for an ``with`` block; with the `id` of an earlier run it goes on with that one."""
        return Saga(self._engine, name, run=id, session=session, deadline=deadline, on_event=on_event)

    def conversation(  # noqa: PLR0913  # what a conversation can be given
        self,
        agent: object,
        *,
        id: str | None = None,  # noqa: A002  # what everybody calls it
        tools: Iterable[Callable[..., Any]] = (),
        system: str | None = None,
        limits: Limits | None = None,
        approve: Policy | Sequence[Policy] | None = None,
        on_event: OnEvent | None = None,
        on_text: OnText | None = None,
        participant: str = "agent",
        services: Mapping[type, object] | None = None,
        wakes: bool = False,
    ) -> Conversation:
        """Return a conversation with an agent of either color; with the `id` of an earlier one it is that one.

        An agent that was enlisted is given by its name, and brings all that it works with.
        `tools` are callables that the agent may call, `approve` says which calls need somebody's approval. `on_event`
        is told of each event of its turns, `on_text` of each part of a reply as it comes. One that `wakes` takes a
        turn for what is delivered once its turn is over, and delivers the answer. Raises `BadAgent`.
        """
        from duotone.runtime._sync.conversation import Conversation  # noqa: PLC0415  # many never need one
        from duotone.runtime.agents.setting import enlisted, setting_of  # noqa: PLC0415

        listeners = on_event, on_text
        if isinstance(agent, str):
            given = {"tools": tools, "system": system, "limits": limits, "approve": approve, "services": services}
            setting = enlisted(self._engine.roster, agent, id, given, wakes=wakes, listeners=listeners)
        else:
            how: dict[str, Any] = {"system": system, "participant": participant, "services": services or {}}
            how |= {"limits": limits, "approve": approve, "wakes": wakes}
            setting = setting_of(id, agent, tools, listeners=listeners, **how)
        self._engine.settings[setting.session] = setting
        return Conversation(self._engine, setting)

    def enlist(  # noqa: PLR0913  # what its conversations are held with
        self,
        name: str,
        agent: object,
        *,
        tools: Iterable[Callable[..., Any]] = (),
        system: str | None = None,
        limits: Limits | None = None,
        approve: Policy | Sequence[Policy] | None = None,
        participant: str = "agent",
        services: Mapping[type, object] | None = None,
    ) -> None:
        """Know an agent by name, with all that its conversations are held with: ``runtime.conversation(name)``.

        `recover` finds it again by that name. On an engine that moves turns, every worker that has enlisted it goes on
        with the turns of another that has ended. A function that is a saga, ``@saga``, is enlisted alone, and gone on
        with where the engine moves those. Raises `BadAgent`, and `BadInput` for what a saga has no use for.
        """
        if isinstance(agent, SagaFunction):
            given: dict[str, object] = {"tools": tools, "system": system, "limits": limits, "approve": approve}
            given["services"] = services
            given["participant"] = participant != "agent"
            known: SagaFunction[..., Any] = agent  # pyright: ignore[reportUnknownVariableType]  # it can't say of what
            self._engine.bodies[name] = enlisted_saga(name, known, given)
            return
        from duotone.runtime.agents.setting import setting_of  # noqa: PLC0415  # many never need one

        how: dict[str, Any] = {"system": system, "participant": participant, "services": services or {}}
        made = setting_of("", agent, tools, limits=limits, approve=approve, is_enlisted=True, **how)
        self._engine.roster[name] = replace(made, agent=replace(made.agent, name=name))

    def delegation(  # noqa: PLR0913  # what tasks are carried out with
        self,
        agents: Mapping[str, object],
        *,
        tools: Iterable[Callable[..., Any]] = (),
        roles: Mapping[str, TaskRole] | None = None,
        depth: int = 1,
        concurrency: int = 4,
        limits: Limits | None = None,
        approve: Policy | Sequence[Policy] | None = None,
        on_event: OnEvent | None = None,
    ) -> Delegation:
        """Return who may be given tasks: agents of either color by name, whose `tool` is given to conversations.

        `roles` say which of the `tools` somebody has and whether it may delegate in turn, at most `depth` times below
        the first conversation. `concurrency` tasks of a call go on at once, and as many in the background.
        """
        from duotone.runtime._sync.delegation import Delegation  # noqa: PLC0415  # many never need it
        from duotone.runtime.delegation.staff import staff_of  # noqa: PLC0415

        how: dict[str, Any] = {"depth": depth, "concurrency": concurrency, "limits": limits}
        delegation = Delegation(self._engine, staff_of(agents, tools, roles, approve, on_event=on_event, **how))
        self._engine.delegations.append(delegation)
        return delegation

    def run(
        self,
        function: Callable[..., Any],
        /,
        *args: Any,
        id: str | None = None,  # noqa: A002  # what everybody calls it
        on_event: OnEvent | None = None,
        **kwargs: Any,
    ) -> Any:
        """Run a function of either color as a saga, and return its result as the log keeps it.

        It is called with the saga first. Under an `id` that the log knows it goes on where it was: steps that have
        ended are not called again, and if all has ended its result is returned. Raises what the function raises, once
        everything is undone.
        """
        self._engine.write_notes()
        return self._functions.run(function, args, kwargs, run=id, on_event=on_event)

    def run_workflow(  # noqa: PLR0913  # what a run can be given
        self,
        workflow: Source,
        inputs: Mapping[str, Json] | None = None,
        *,
        id: str | None = None,  # noqa: A002  # what everybody calls it
        units: Mapping[str, Callable[..., Any]] | None = None,
        on_event: OnEvent | None = None,
        deadline: float | None = None,
        check: bool = True,
    ) -> RunResult:
        """Run a workflow that is in a file or given as data, and return how it ended.

        Under an `id` that the log knows it goes on with that run. Raises `BadWorkflow`, `BadInput`, `Unbound` and
        `BadUnit` before anything is executed, and `RunFailed` unless the run is completed, or `check` is false.
        """
        self._engine.write_notes()
        workflows = self._workflows()
        result = workflows.run(workflow, inputs or {}, run=id, units=units, on_event=on_event, deadline=deadline)
        return checked(result) if check else result

    # -- go on ----------------------------------------------------------------------------------------------------

    def resume(self, run: str, workflow: Source | None = None) -> RunResult:
        """Go on with a run that failed, was cancelled, waits, or whose process has ended.

        A workflow goes on from the log; if one is given it must be the same, else `WorkflowChanged` is raised with the
        difference. A saga that was a function is called again; any other can only be undone. Raises `RunFinished` for
        a run that is completed or undone, `RunTaken` if its owner is alive, `NeedsDecision` while a step is unknown.
        """
        row = self._row(run)
        if row.status in {Status.COMPLETED, Status.COMPENSATED, Status.ESCALATED}:
            raise RunFinished(run, row.status, "resumed", "branch a new run from it, or begin another one")
        if row.kind == "turn":
            talks_of(self._engine).resume(row)
            return self.get_run(run)
        if row.kind != "workflow":
            return self._functions.resume(row)
        return self._workflows().resume(row, workflow)

    def branch(
        self,
        run: str,
        step: str,
        inputs: Mapping[str, Json] | None = None,
        *,
        id: str | None = None,  # noqa: A002  # what everybody calls it
    ) -> RunResult:
        """Begin a run that has what an older one had before `step`, and goes its own way from there.

        `inputs` replace those of the older run; `id` is what this one is to be called. What the older one did is its
        own, so the branch never undoes it. A function that was run as a saga is called again, with the results of the
        steps before; what it had failed in is tried again. Raises `BadInput` for any other saga.
        """
        row = self._row(run)
        if row.kind != "workflow":
            return self._functions.branch(row, step, inputs or {}, run=id)
        return self._workflows().branch(row, step, inputs, run=id)

    def replay(self, run: str) -> Replay:
        """Fold the events of a run again, without calling anything, and hold each against what its driver asks for."""
        row = self._engine.row(run)
        return replayed(row, self.log.read_run(run))

    def recover(self) -> list[RunResult]:
        """Go on with all runs whose owners have ended without a word, and return how each stands after that.

        Tasks in the background are gone on with as well, in the background, and what nobody here can go on with is
        told to whoever it was promised to. A task that a call has waited for ends with that call.
        """
        return [self._recovered(row.run) for row in self.left_behind()]

    def left_behind(self) -> list[RunRow]:
        """Go on with tasks in the background, and return all other runs whose owners have ended without a word.

        They come in the order in which they began, and `resume` goes on with each; `recover` does all of it.
        """
        self._engine.write_notes()
        return runs_left(self._engine)

    def park(self, seconds: float) -> list[str]:
        """Let workflows and sagas stand still between two steps, since this process is about to end.

        Returns the runs whose last steps have not ended after so many seconds. Nothing is undone, and no run driven
        here ever goes on: `recover` in the next process does.
        """
        return park(self._engine, seconds)

    def _recovered(self, run: str) -> RunResult:
        """Go on with one of the runs; a workflow inside of another may have ended with that one meanwhile."""
        if self._engine.row(run).status not in UNFINISHED:
            return self.get_run(run)
        try:
            return self.resume(run)
        except Exception as error:  # noqa: BLE001  # one that can't go on is told of, and keeps none of the others waiting
            return replace(self.get_run(run), reason=str(error) or type(error).__name__)

    def cancel(self, run: str, reason: str = "asked for", *, by: str = "caller") -> None:
        """Ask whoever drives a run to undo it and end; one that nobody drives ends here.

        What is under way is stopped within a moment, but for a sync step that a sync run calls on its own thread:
        nobody can stop that, so it ends first, and is undone then. A deadline or a timeout puts such a step on a
        worker, where it is abandoned in time. Raises `RunFinished` if the run has ended.
        """
        row = self._row(run)
        if Status(row.status).is_final:
            raise RunFinished(run, row.status, "cancelled", "it has ended already")
        self._signal(row, "signal.cancel", {"by": by, "reason": reason})
        if row.status == Status.WAITING or not self._engine.is_driven(row):
            self._ended(self._engine.row(run))
        elif row.kind == "turn":
            talks_of(self._engine).stop_tasks(row, {"by": by, "reason": reason})

    def _ended(self, row: RunRow) -> RunResult:
        """Let a run end that nobody drives, and that somebody wants to end."""
        if row.kind == "turn":
            talks_of(self._engine).break_off(row)
            return self.get_run(row.run)
        if row.kind == "workflow":
            return self._workflows().resume(row)
        return self._functions.end(row)

    def decide(
        self,
        run: str,
        step: str,
        decision: Literal["committed", "failed", "retry"],
        result: Any = None,
        *,
        by: str = "caller",
    ) -> None:
        """Say what became of a step whose outcome is unknown; `resume` goes on from there.

        Raises `BadTransition` for a step that waits for no decision.
        """
        row = self._row(run)
        course = Course()
        for event in self.log.read_run(run):
            course.apply(event)
        if step not in course.steps.unknown:
            what = f"step {step!r}"
            raise BadTransition(what, str(course.steps[step].phase), decision, [])
        said: dict[str, Json] = {"step": step, "decision": decision, "by": by, "result": kept(result, step)}
        self._signal(row, "signal.decide", said)

    def _row(self, run: str) -> RunRow:
        """Return the run that something is done with, once what was noted before is written."""
        self._engine.write_notes()
        return self._engine.row(run)

    def _workflows(self) -> Workflows:
        """Return the workflows of this runtime; what reads and checks them is loaded with the first one."""
        if self._loaded is None:
            self._loaded = _load_workflows(self._engine)
        return self._loaded

    def _signal(self, row: RunRow, kind: str, data: Mapping[str, Json]) -> None:
        """Write something about a run that another may be driving, and tell the one who does."""
        draft = Draft(kind, data, row.run)
        self.log.append(Append(row.session, [draft]))
        self._engine.tell(row.run, draft)

    # -- look -----------------------------------------------------------------------------------------------------

    def runs(self, *, status: Status | None = None, limit: int | None = None) -> list[RunRow]:
        """Return the runs of the log, or those in a state, in the order in which they began."""
        return self.log.runs(status=status, limit=limit)

    def get_run(self, run: str) -> RunResult:
        """Return how a run stands; raises `NoSuchRun`."""
        self._engine.row(run)
        return result_of(run, self.log.read_run(run))

    def events(self, run: str, *, after: int = 0, follow: bool = False) -> Iterator[Event]:
        """Yield the events of a run past the id `after`; with `follow`, as they come, until the run has ended."""
        row = self._engine.row(run)
        while True:
            is_final = Status(row.status).is_final
            for event in self.log.read_run(run, after=after):
                after = event.id
                yield event
            if not follow or is_final:
                return
            self.log.wait(after, _LOOK)
            row = self._engine.row(run)


def _load_workflows(engine: Engine) -> Workflows:
    from duotone.runtime._sync.workflows import Workflows  # noqa: PLC0415  # that is the point

    return Workflows(engine)
