# Made by `duotone mirror` from ../_async/delegation.py: edit that file, and run it again.
"""Delegation: conversations give tasks to agents by name, and wait for them or are told of their ends.

1. A task is in the log of whoever gives it before it begins, in one write with the promise to tell of its end.
2. One that is waited for ends with its caller, also in a crash: see `orphans`. One in the background goes on after a
   crash, in the next host that knows its agent; where nobody does, that is what is told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from uuid import uuid4

from duotone.runtime._sync.adopting import adopted_tasks, tell_end
from duotone.runtime._sync.engine import Engine
from duotone.runtime._sync.interrupting import Interrupts
from duotone.runtime._sync.tasking import Tasking
from duotone.runtime.delegation.drafts import task_begun, task_ended
from duotone.runtime.delegation.records import Parent, Queue, Report, Task
from duotone.runtime.delegation.staff import Staff
from duotone.runtime.delegation.together import Together
from duotone.runtime.dropping import Notes, notices_drops
from duotone.runtime.events import Append, Json
from duotone.runtime.suppressing import suppressing
from duotone.runtime.tools.context import ToolContext
from duotone.runtime.tools.delegate import begun, delegate_tool, done, texts_of, with_promises
from duotone.runtime.tools.tool import Tool

__all__ = ["Delegation"]


@notices_drops
class Delegation:
    """Who may be given tasks, and what is under way; made by `Runtime.delegation`."""

    def __init__(self, engine: Engine, staff: Staff) -> None:
        """Have given nothing."""
        self.notes: Notes = engine.notes
        self._engine = engine
        self._staff = staff
        self._tools = [self._tool_at(depth) for depth in range(staff.depth)]
        self._tasking = Tasking(engine, staff, self._tools.__getitem__)
        self._together = Together(staff.concurrency)
        self._queue = Queue(staff.concurrency)

    @property
    def tool(self) -> Tool:
        """The tool `delegate_task`, to be given to conversations."""
        return self._tools[0]

    @property
    def owner(self) -> str:
        """The host that carries out what is given here."""
        return self._engine.owner

    def _tool_at(self, depth: int) -> Tool:
        return delegate_tool(_Desk(self, self._staff, depth).delegate_task, self._staff, depth)

    # -- inline ---------------------------------------------------------------------------------------------------

    def carry_out(self, tasks: Sequence[Task]) -> list[Report]:
        """Carry tasks out side by side, and wait for their reports; they stand still if that is interrupted."""
        try:
            return self._together.run([partial(self._inline, task) for task in tasks])
        except BaseException as error:
            if not isinstance(error, Exception):
                self._interrupt(tasks, type(error).__name__)
            raise

    def _inline(self, task: Task) -> Report:
        report = Report("interrupted")
        try:
            # Whoever is cancelled while this is written must know that it is, since it has to end.
            self._engine.log.append(Append(task.parent.session, [task_begun(task)]))
            report = self._tasking.report(task)
        finally:
            self._write_end(task, report)
        return report

    def _write_end(self, task: Task, report: Report) -> None:
        self._engine.log.append(Append(task.parent.session, [task_ended(task, report)]))

    def _interrupt(self, tasks: Sequence[Task], reason: str) -> None:
        for task in tasks:
            Interrupts(self._engine, task.id).interrupt({"by": "caller", "reason": reason})

    # -- in the background ----------------------------------------------------------------------------------------

    def begin(self, tasks: Sequence[Task]) -> None:
        """Let tasks be carried out in the background; each has a promise, which is made with it."""
        for task in tasks:
            self._begin(task)

    def _begin(self, task: Task) -> None:
        """Promise to tell of a task, and carry it out: nobody else goes on with it as long as this host lives."""
        assert task.promise is not None
        self._engine.outbox.make(task.promise, [task_begun(task)])
        self._queue.add(task)
        self._begin_next()

    def _begin_next(self) -> None:
        task = self._queue.next()
        if task is not None:
            self._engine.hands.start(f"duotone-task:{task.id}:{uuid4().hex}", self._see_through, task)

    def _see_through(self, task: Task) -> None:
        try:
            with suppressing("a task in the background", Exception):  # it is in the log, and found there
                report = self._tasking.report(task)
                tell_end(self._engine, task, report)
        finally:
            self._queue.leave(task)
        self._begin_next()

    def recover(self, session: str | None = None) -> list[Task]:
        """Go on with tasks in the background whose hosts have ended, of one session or of all, and return them."""
        found = adopted_tasks(self._engine, session, self._staff.knows)
        for task in found:
            self._queue.add(task)
            self._begin_next()
        return found


class _Desk:
    """Where conversations at one depth give tasks."""

    def __init__(self, delegation: Delegation, staff: Staff, depth: int) -> None:
        self._delegation = delegation
        self._staff = staff
        self._depth = depth

    def delegate_task(  # noqa: PLR0913  # what an agent can ask for
        self,
        *,
        context: ToolContext,
        task: str | None = None,
        tasks: list[str] | None = None,
        agent: str | None = None,
        role: str | None = None,
        background: bool = False,
    ) -> Mapping[str, Json]:
        """Give tasks to other agents.

        Args:
            context: for which call; no agent sees it
            task: what is to be done
            tasks: several things that are to be done side by side
            agent: who is to do it
            role: as what, which decides upon the tools
            background: return at once, and be told of the results later
        """
        texts = texts_of(task, tasks, self._staff.most)
        parent = Parent(context.session, context.run, context.call, self._depth + 1)
        given = [self._staff.task(text, agent, role, parent, self._delegation.owner) for text in texts]
        promised = with_promises(given) if background else None
        if isinstance(promised, list):
            self._delegation.begin(promised)
            return begun(promised)
        return done(given, self._delegation.carry_out(given), promised)
