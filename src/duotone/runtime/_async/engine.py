"""What all runs of a runtime share: the log, the units, the workers, and the claim under which a run is driven."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from os import urandom
from typing import TYPE_CHECKING, Any, Protocol, cast

from duotone.contract.handlers import ErrorPolicy
from duotone.contract.workers import Pool
from duotone.errors import NoSuchRun, RunFinished, RunTaken
from duotone.runtime._async.noting import write_notes
from duotone.runtime._async.shell import AsyncShell, Drive
from duotone.runtime._async.watching import AsyncWatch, OnEvent
from duotone.runtime.across import Counterpart
from duotone.runtime.bindings import Bindings, StepSource
from duotone.runtime.commands import Driver
from duotone.runtime.crew import AsyncCrew
from duotone.runtime.delivery.hands import AsyncHands
from duotone.runtime.drafts import outcome_unknown, run_claimed
from duotone.runtime.dropping import Notes
from duotone.runtime.engines.port import OWNED
from duotone.runtime.events import Append, Draft, Event, Expected, Repeated
from duotone.runtime.lateness import late_writer
from duotone.runtime.log import AsyncLog, RunRow
from duotone.runtime.outcomes import Status
from duotone.runtime.parking import Gate
from duotone.runtime.reservations import Reservations
from duotone.runtime.sagas import SagaFunction

if TYPE_CHECKING:
    from duotone.runtime._async.outbox import AsyncOutbox
    from duotone.runtime.agents.handles import Handle
    from duotone.runtime.agents.setting import Setting
    from duotone.runtime.delegation.records import Task
    from duotone.runtime.engines.port import AsyncEnginePort

__all__ = ["AsyncEngine", "Delegating", "Driven", "SteppedDriver"]

_LEAVE = 5.0
"""Seconds that work in the background has to end when its runtime is closed."""


class SteppedDriver(Driver, StepSource, Protocol):
    """A driver that knows its steps."""


class Driven(Protocol):
    """A run of either face while it is driven."""

    @property
    def is_at_work(self) -> bool:
        """Whether it may have steps under way, although none may begin any more."""
        ...

    def tell(self) -> None:
        """Say that somebody else has written about this run."""

    def sever(self) -> None:
        """Write nothing more about the run."""


class Delegating(Protocol):
    """Somebody who carries out tasks."""

    async def recover(self, session: str | None = None) -> Sequence[Task]:
        """Go on with tasks in the background whose hosts have ended, of one session or of all, and return them."""
        ...


class AsyncEngine:
    """The ground on which runs are driven."""

    def __init__(
        self,
        log: AsyncLog,
        units: Mapping[str, Callable[..., Any]],
        watchers: Sequence[OnEvent] = (),
        errors: ErrorPolicy = "raise",
    ) -> None:
        """Have no runs yet."""
        self.log = log
        self.units = dict(units)
        self.pool: Pool | None = None
        """Where the workers for sync units are; None for those of the process."""
        self.room: int | None = None
        """How many attempts of one run may be in flight at once."""
        self.is_prompt = True
        """Whether a step of a saga is durable when it returns, and not only with the next one."""
        self.owner = ""
        self.notes: Notes = deque()
        """What has happened and is not written yet, since nobody could wait for it there."""
        self.live: dict[str, Driven | None] = {}
        """The runs that are driven in this process at this moment; None for one that is about to be."""
        self.turns: dict[str, Handle] = {}
        """The last turns that were asked for in this process, by their sessions."""
        self.locks = Reservations()
        """Which calls of all these runs hold which locks."""
        self.gate = Gate()
        """What lets the steps of workflows and sagas begin, until the process is about to end."""
        self.settings: dict[str, Setting] = {}
        """What conversations are held with that were opened in this process, by their sessions."""
        self.roster: dict[str, Setting] = {}
        """What conversations are held with whose agents were enlisted, by their names."""
        self.bodies: dict[str, SagaFunction[..., Any]] = {}
        """The functions that were enlisted to be run as sagas, by their names."""
        self.watchers = tuple(watchers)
        self.errors: ErrorPolicy = errors
        self.hands = AsyncHands(None)
        """What goes on here although nobody waits for it."""
        self.delegations: list[Delegating] = []
        """Who carries out tasks here."""
        self.port: AsyncEnginePort
        """What makes runs durable, and says who drives them."""
        self.counterpart = Counterpart()
        """The engine of the other face, for what has its home there."""
        self._outbox: AsyncOutbox | None = None

    async def open(self) -> None:
        """Open the log, and be somebody who drives runs."""
        self.owner = await self.log.owner()
        await self.port.open()

    @property
    def outbox(self) -> AsyncOutbox:
        """What is promised to be delivered once a turn has ended."""
        if self._outbox is None:
            from duotone.runtime._async.outbox import AsyncOutbox  # noqa: PLC0415  # most runtimes promise nothing

            self._outbox = AsyncOutbox(self.log)
            self._outbox.notes = self.notes
        return self._outbox

    def leave(self, session: str) -> None:
        """Deliver what was promised in a session, and nothing more on the channels that are bound to it."""
        if self._outbox is not None:
            self._outbox.leave(session)

    async def close(self) -> None:
        """End what goes on in the background, and deliver no more; what is left of it is in the log."""
        await self.hands.stop(_LEAVE)
        await self.port.close()
        if self._outbox is not None:
            await self._outbox.close()

    def new_run(self, name: str) -> str:
        """Return an id that no run has."""
        return f"{name}-{urandom(8).hex()}"

    def watch(self, on_event: OnEvent | None) -> AsyncWatch | None:
        """Return the watchers of one run: those of the runtime, and its own."""
        watchers = self.watchers if on_event is None else (*self.watchers, on_event)
        return AsyncWatch(watchers, self.errors) if watchers else None

    def hold(self, run: str) -> None:
        """Keep others in this process from driving a run; raises `RunTaken` if one does."""
        if run in self.live:
            raise RunTaken(run, "this runtime")
        self.live[run] = None

    def release(self, run: str) -> None:
        """Let a run be driven by others."""
        self.live.pop(run, None)
        self.locks.leave_run(run)

    def displace(self, run: str) -> None:
        """Let whoever still drives a run in this process write nothing more about it, since it is driven anew."""
        driven = self.live.get(run)
        if driven is not None:
            driven.sever()
        self.release(run)

    def shell(  # noqa: PLR0913  # what a run is driven with
        self,
        driver: SteppedDriver,
        run: str,
        session: str,
        bindings: Bindings,
        watch: AsyncWatch | None,
        *,
        seq: int | None = None,
    ) -> AsyncShell:
        """Return a shell for a run that is held; for `seq` see `Drive`."""
        crew = AsyncCrew(run, on_late=late_writer(self.log.store, session, run), pool=self.pool)
        crew.clock = self.log.time
        drive = Drive(run, session, self.room, seq, self.log.time)
        shell = AsyncShell(drive, self.log, driver, bindings, crew)
        shell.watch, shell.locks = watch, self.locks
        self.live[run] = shell
        return shell

    def setting(self, session: str, agent: str) -> Setting | None:
        """Return what a conversation is held with: as it was opened here, or as its agent was enlisted."""
        known, enlisted = self.settings.get(session), self.roster.get(agent)
        return known or (None if enlisted is None else enlisted.for_session(session))

    async def write_notes(self) -> None:
        """Write what could only be noted when it happened."""
        await write_notes(self.log, self.notes)

    async def row(self, run: str) -> RunRow:
        """Return how a run stands; raises `NoSuchRun`."""
        row = await self.log.run(run)
        if row is None:
            raise NoSuchRun(run)
        return row

    async def is_driven(self, row: RunRow) -> bool:
        """Tell whether somebody drives a run, here or in another process."""
        if row.owner.startswith(OWNED):
            return await self.port.is_driving(row)
        return row.run in self.live if row.owner == self.owner else await self.log.is_alive(row.owner)

    async def tell(self, run: str, draft: Draft) -> None:
        """Let whoever drives a run know of a signal that is in the log: a shell of this process, or the engine."""
        shell = self.live.get(run)
        if shell is not None:
            shell.tell()
        else:
            await self.port.tell(run, draft)

    async def claim(
        self, row: RunRow, *, owner: str | None = None, key: str | None = None, fence: int | None = None
    ) -> tuple[list[Event], int]:
        """Take a run that is held over from an owner that is gone; returns its events and the fence of the claim.

        An engine claims in its own name, and under a key, so that it may do so again and gets the same, or under a
        fence of its own count, so that of those whom it has asked only the last one can.
        Raises `RunTaken` if its owner is alive and at it, and `RunFinished` if its last deed was to end it.
        Calls that had no end have one afterwards: it is unknown.
        """
        owner = self.owner if owner is None else owner
        is_idle = Status(row.status).is_final or row.status == Status.WAITING
        if not is_idle and row.owner != owner and await self.is_driven(row):
            raise RunTaken(row.run, row.owner)
        row = await self._left_behind(row)
        fence = row.fence + 1 if fence is None else fence
        if fence <= row.fence:
            raise RunTaken(row.run, row.owner)
        events = await self.log.read_run(row.run)
        drafts = [run_claimed(row.run, owner, fence, row.status), *_unknown(row.run, events)]
        claimed = await self.log.append(Append(row.session, drafts, None, Expected(row.run, row.fence), key))
        if isinstance(claimed, Repeated):
            return await self.log.read_run(row.run), cast("int", claimed[0].data["fence"])
        return [*events, *claimed], fence

    async def _left_behind(self, row: RunRow) -> RunRow:
        """Return how a run stands once nobody drives it: its owner may have ended it since it was looked at.

        Raises `RunTaken` if somebody else has taken it over since, whose claim is as good as ours would have been.
        """
        left = await self.row(row.run)
        if left.fence != row.fence:
            raise RunTaken(row.run, left.owner)
        if Status(left.status).is_final and not Status(row.status).is_final:
            raise RunFinished(row.run, left.status, "taken over", "its owner has just ended it")
        return left


def _unknown(run: str, events: Sequence[Event]) -> list[Draft]:
    """Return an end for each call that was started and has none."""
    without_end: dict[tuple[str, Any], Event] = {}
    for event in events:
        kind, _, verb = event.kind.partition(".")
        if kind in {"step", "undo"} and verb == "started":
            without_end[kind, event.data["step"]] = event
        elif kind in {"step", "undo"} and verb == "ended":
            without_end.pop((kind, event.data["step"]), None)
    return [outcome_unknown(run, event.data, is_undo=kind == "undo") for (kind, _), event in without_end.items()]
