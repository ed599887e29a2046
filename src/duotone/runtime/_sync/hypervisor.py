# Made by `duotone mirror` from ../_async/hypervisor.py: edit that file, and run it again.
"""Governed sessions: who may take part, what they may do, and what has become of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Self
from uuid import uuid4

from duotone.contract.color import color_of
from duotone.contract.handlers import Handlers
from duotone.contract.waits import name_of
from duotone.errors import BadInput, BadTransition, BadUnit, Stale
from duotone.runtime._sync.acts import Acts
from duotone.runtime._sync.ledger import PAGE, Ledger
from duotone.runtime._sync.stopping import refuse_from_inside
from duotone.runtime.dropping import Notes, notices_drops
from duotone.runtime.events import Draft, Event
from duotone.runtime.log import Log, Names, Place
from duotone.runtime.outcomes import Status
from duotone.runtime.sessions import changes
from duotone.runtime.sessions.acting import deciding
from duotone.runtime.sessions.actions import Action
from duotone.runtime.sessions.answers import answer
from duotone.runtime.sessions.audit import Audit
from duotone.runtime.sessions.checking import check_positive, checked_trust
from duotone.runtime.sessions.index import INDEX
from duotone.runtime.sessions.killing import HandOver, KillReport
from duotone.runtime.sessions.lifecycle import SessionState
from duotone.runtime.sessions.limits import SessionConfig
from duotone.runtime.sessions.monitoring import Issue, SessionEntry, issues_of
from duotone.runtime.sessions.policy import Policy, policies_of
from duotone.runtime.sessions.rings import Elevation, Ring, Thresholds
from duotone.runtime.sessions.session import Session
from duotone.runtime.sessions.trust import (
    Behavior,
    Claim,
    Newcomer,
    TrustAdapter,
    Verifier,
    behavior_of,
    checked_adapter,
)
from duotone.runtime.sessions.wishes import Wish

__all__ = ["Hypervisor"]


@notices_drops
class Hypervisor:
    """Looks after the sessions of a log.

    All it knows are events of the log, so several processes can look after the same sessions. Whatever it is given to
    call may be of either color, and has been waited for when a method returns.
    """

    def __init__(  # noqa: PLR0913  # each is one thing that can be configured
        self,
        log: Log | Place = None,
        *,
        policy: Policy | Sequence[Policy] | None = None,
        actions: Iterable[Action] = (),
        trust: TrustAdapter | None = None,
        verifier: Verifier | None = None,
        tolerance: float = 0.3,
        thresholds: Thresholds | None = None,
        on_event: Callable[[Event], object] | None = None,
        on_kill: Callable[[KillReport], object] | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        """Take a log, the place of one, or nothing for one in memory.

        `policy` is a rule, a callable, or several of them, asked in their order; where none has an opinion, risky
        actions are denied. `actions` says what the actions can do. `trust` gives the trust in whoever joins.
        `verifier` compares words with deeds; a drift above `tolerance` is none that passes.

        Raises `BadUnit` for what could never be called, and `BadInput` for numbers that make no sense.
        """
        policies = policies_of(policy)
        for adapter, name in [(trust, "trust"), (verifier, "verifier"), *((one, "policy") for one in policies)]:
            checked_adapter(adapter, name)
        self._log, self._is_ours = (log, False) if isinstance(log, Log) else (Log(log), True)
        self._clock = clock or self._log.time
        self._ledger = Ledger(self._log, self._clock)
        self._acts = Acts(self._ledger, policies)
        self._actions = {action.name: action for action in actions}
        self._trust, self._verifier = trust, verifier
        self._tolerance = checked_trust(tolerance, "tolerance")
        self._thresholds = thresholds or Thresholds()
        if on_event is not None:
            self.subscribers.add(on_event)
        if on_kill is not None:
            self.kill_handlers.add(on_kill)

    @property
    def notes(self) -> Notes:
        """What has happened and is not written yet, since nobody could wait for it there."""
        return self._ledger.notes

    @property
    def subscribers(self) -> Handlers[[Event]]:
        """Handlers of either color for every event that is appended here; one that fails is an event of its own."""
        return self._ledger.subscribers

    @property
    def kill_handlers(self) -> Handlers[[KillReport]]:
        """Handlers of either color for every kill, called before it is reported as done."""
        return self._acts.on_kill

    def __enter__(self) -> Self:
        """Read which sessions the log has, and let actions have an end that were cut off with their process."""
        for session in self._ledger.refresh():
            self._acts.settle(session)
        return self

    def __exit__(self, *exc_info: object) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Write what was noted, and close the log, unless it was given."""
        self._ledger.write_notes()
        if self._is_ours:
            self._log.close()

    # -- the life of a session ------------------------------------------------------------------------------------

    def create_session(
        self,
        config: SessionConfig | None = None,
        *,
        creator: str,
        id: str | None = None,  # noqa: A002  # what it is everywhere
    ) -> Session:
        """Create a session with its limits; raises `SessionExists` if the id is taken."""
        if id == INDEX:
            raise BadInput("id", f"{INDEX!r} is where sessions are listed; take another")
        name, limits = uuid4().hex if id is None else id, config or SessionConfig()
        return self._ledger.create(name, lambda session: changes.creating(session, limits, creator, self._clock()))

    def join_session(
        self, session: Session | str, participant: str, *, trust: float | None = None, history: object = None
    ) -> Ring:
        """Let somebody in, and return the ring that the trust gives; the first one begins the handshake.

        The adapter is asked if there is one, with `history` for it; what was claimed can only lower its answer.
        """
        newcomer = Newcomer(_id(session), participant, trust, history)
        claimed = None if trust is None else checked_trust(trust, participant)
        if self._trust is not None:
            found = checked_trust(answer(self._trust, newcomer), participant)
            claimed = found if claimed is None else min(found, claimed)
        score = claimed or 0.0
        ring = self._thresholds.ring_for(score)
        self._change(session, lambda session: changes.joining(session, participant, score, ring))
        return ring

    def leave_session(self, session: Session | str, participant: str, *, because: str | None = None) -> None:
        """Let somebody go."""
        self._change(session, lambda session: changes.leaving(session, participant, because))

    def activate_session(self, session: Session | str) -> Session:
        """Let participants act; raises `BadTransition` where nobody has joined."""
        return self._change(session, changes.activating)

    def terminate_session(self, session: Session | str, *, by: str | None = None, because: str | None = None) -> str:
        """End a session with all that goes on in it, and return its audit root: the hash that seals all its events.

        Actions are stopped. Runs and turns are cancelled, wherever they are driven, and undone as after any other
        cancellation; what could not be stopped in time is in `session.abandoned`. A session that has begun to end,
        since its time was over or its process was gone, is brought to its end. Raises `BadInput` in a step of a run of
        that session, which would have to end before the step does.
        """
        refuse_from_inside(self._ledger, _id(session))
        known = self._change(session, lambda session: changes.terminating(session, because, by))
        self._end(known, by or "its session", because or "the session was terminated")
        return self._archive(known)

    def _end(self, session: Session, by: str, reason: str) -> None:
        if session.because == "max_duration":
            self._acts.end(session, "the clock", "the time of its session is over", Status.TIMED_OUT)
        else:
            self._acts.end(session, by, reason, Status.CANCELLED)

    def _archive(self, session: Session) -> str:
        while True:
            last = self._log.read(session.id, after=session.seq - 1, limit=1)[0]
            decide = partial(changes.archiving, root=last.hash, seq=last.seq, now=self._clock())
            try:
                self._change(session, decide)
            except Stale:  # somebody has written since
                continue
            except BadTransition:
                found = self._ledger.find(session.id)
                if found is None or found.root is None:
                    raise
                return found.root  # somebody else has brought it to its end meanwhile
            return last.hash

    def verify_audit(self, session: Session | str) -> Audit:
        """Read all events of a session again, and tell whether they are those that its root seals."""
        audit, seq = Audit(), 0
        while events := self._log.read(_id(session), after=seq, limit=PAGE):
            audit.add(events)
            seq = events[-1].seq
        return audit

    # -- rings and actions ----------------------------------------------------------------------------------------

    def elevate(  # noqa: PLR0913  # who, what, for how long, by whom and why
        self,
        session: Session | str,
        participant: str,
        ring: Ring,
        *,
        seconds: float,
        by: str,
        because: str = "",
    ) -> Elevation:
        """Lend somebody a better ring for so many seconds; it ends by the clock, whether or not anybody looks."""
        check_positive("seconds", seconds)
        lent = Elevation(ring, self._clock() + seconds, by)
        self._change(session, lambda session: changes.elevating(session, participant, lent, because, self._clock()))
        return lent

    def lower(self, session: Session | str, participant: str) -> None:
        """Take back what was lent, before its time."""
        self._change(session, lambda session: changes.lowering(session, participant))

    def act(
        self,
        session: Session | str,
        participant: str,
        action: Action | str,
        do: Callable[..., Any],
        /,
        *args: Any,
        undo: Callable[[Any], Any] | None = None,
        **kwargs: Any,
    ) -> Any:
        """Let a participant do something, if the policy allows it, and return what `do` returns.

        `undo` takes what `do` returned; with it, the action can be taken back within the undo window. An action that
        can't be undone begins only if nobody has changed the session since it was decided.

        Raises before anything is executed: `Denied`; `ApprovalNeeded`, after which the same call is allowed once
        somebody has called `approve`; `OverLimit`, `NotActive`, `NoSuchParticipant`. Raises `Killed` if it was stopped.
        """
        if color_of(do).is_stream:
            raise BadUnit(name_of(do), "is a generator, which would be called and never run; pass a function")
        known = self._ledger.known(_id(session))
        named = action if isinstance(action, Action) else self._actions.get(action, Action(action))
        return self._acts.act(known, Wish(participant, named, do, args, kwargs, undo))

    def undo(self, session: Session | str, action: str, *, by: str, undo: Callable[[], Any] | None = None) -> Any:
        """Take an action back, by its id, within the undo window and once; `undo` if another process executed it."""
        return self._acts.undo(self._ledger.known(_id(session)), action, by, undo)

    def approve(self, session: Session | str, request: str, *, by: str) -> None:
        """Allow what waits for it, once; not by who asked for it."""
        self._change(session, lambda session: deciding(session, request, by, approved=True))

    def reject(self, session: Session | str, request: str, *, by: str) -> None:
        """Refuse what waits for an approval."""
        self._change(session, lambda session: deciding(session, request, by, approved=False))

    def kill(
        self,
        session: Session | str,
        participant: str | None = None,
        *,
        by: str,
        reason: str,
        hand_over: HandOver | None = None,
    ) -> KillReport:
        """Stop a participant, or a whole session, at once; the report says what was really stopped.

        With a session its runs are cancelled: whoever drives them undoes them, and the report says how far that is.
        `hand_over` is asked for each action that was stopped, and returns who in the session goes on with it.
        """
        known = self._ledger.known(_id(session))
        report = self._acts.kill(known, participant, by, reason, hand_over)
        if participant is None:
            self._archive(known)
        return report

    # -- looking after them ---------------------------------------------------------------------------------------

    def verify_behavior(
        self,
        session: Session | str,
        participant: str,
        claimed: object,
        observed: object,
        *,
        action: str | None = None,
    ) -> Behavior:
        """Let the verifier compare words with deeds; who doesn't pass goes to the sandbox.

        Raises `BadInput` if no verifier was configured: nothing is taken for verified that nobody has looked at.
        """
        if self._verifier is None:
            raise BadInput("verifier", "is missing, so nothing can be verified; pass verifier=function")
        known = self._ledger.look(_id(session), lambda session: changes.member(session, participant))
        claim = Claim(_id(session), known.id, claimed, observed, action)
        found = behavior_of(answer(self._verifier, claim), self._tolerance)
        self._change(session, lambda session: changes.verifying(session, participant, found, action))
        return found

    def monitor_sessions(self, *, threshold: float = 0.5) -> list[Issue]:
        """Look over all open sessions, end those whose time is over, and return what somebody should see to.

        Archived sessions cost nothing.
        """
        checked_trust(threshold, "threshold")
        issues: list[Issue] = []
        for session in self._ledger.refresh():
            self._change(session, _nothing)
            self._acts.settle(session)
            issues += self._ledger.look(session.id, lambda session: issues_of(session, threshold))
            if session.state is SessionState.TERMINATING and session.because == "max_duration":
                self._end(session, "the clock", "")
                issues += [Issue(session.id, "abandoned", None, _left(one)) for one in session.abandoned]
                self._archive(session)
        return issues

    def get_session(self, id: str) -> Session | None:  # noqa: A002  # what it is everywhere
        """Return a session with all that the log has of it, None if there is none."""
        return self._ledger.find(id)

    def list_sessions(self, *, within: Names | None = None, after: str = "", limit: int = 100) -> list[SessionEntry]:
        """Return sessions with their states as the log has them, by name, past the name `after`; a page of them."""
        return self._ledger.listed(within, after, limit)

    @property
    def active_sessions(self) -> list[Session]:
        """The sessions that are not archived, as this process knows them; `monitor_sessions` asks the log."""
        return self._ledger.open_sessions()

    @property
    def sessions(self) -> list[SessionEntry]:
        """All sessions with their states, as this process knows them."""
        return self._ledger.entries()

    @property
    def session_count(self) -> int:
        """How many sessions there are, archived ones included, as this process knows."""
        return self._ledger.count()

    def _change(self, session: Session | str, decide: Callable[[Session], Sequence[Draft]]) -> Session:
        return self._ledger.change(_id(session), decide)


def _left(name: str) -> str:
    return f"{name!r} could not be stopped and may still take effect; see its events"


def _nothing(session: Session) -> Sequence[Draft]:  # noqa: ARG001  # what is due is appended all the same
    return ()


def _id(session: Session | str) -> str:
    return session if isinstance(session, str) else session.id
