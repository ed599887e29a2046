"""Seeds a log with something worth seeing, once: what is there is left as it is."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from duotone.errors import ApprovalNeeded, DuotoneError
from duotone.runtime import Hypervisor, Ring, Runtime, Session, SessionConfig, SessionState
from duotone.runtime.log.addresses import Address
from duotone.runtime.sessions.approvals import Approval, ApprovalState
from duotone.server.demo.shop import ACTIONS, POLICY, PRICE, RELEASE, STOCK, WORKFLOW, order

__all__ = ["Seeded", "seed"]

SESSION, RUN, SAGA = "review", "report-1", "order-7"
_WEEK = 7 * 24 * 3600.0
_LIMITS = SessionConfig(max_duration=None, approval_window=_WEEK)


@dataclass(frozen=True, slots=True)
class Seeded:
    """What is there to look at: names, and a line about each."""

    session: str
    participants: str
    request: str | None
    """What waits for an approval, if something does."""
    workflow: str
    workflow_status: str
    saga: str
    saga_status: str


def seed(path: Path | Address) -> Seeded:
    """Have a governed session, a workflow and a saga that was undone in a log."""
    with Runtime(path) as runtime:
        if runtime.log.run(RUN) is None:
            runtime.run_workflow(dict(WORKFLOW), {"topic": "tea"}, id=RUN, check=False)
        if runtime.log.run(SAGA) is None:
            with suppress(DuotoneError):  # that it is undone is what it is for
                runtime.run(order, "piano", 900, id=SAGA)
        statuses = str(runtime.get_run(RUN).status), str(runtime.get_run(SAGA).status)
        with Hypervisor(runtime.log, policy=POLICY, actions=ACTIONS) as hypervisor:
            session = _session(hypervisor)
    people = ", ".join(f"{one.id} in ring {int(one.own_ring)}" for one in session.participants.values())
    return Seeded(SESSION, people, _request(session), RUN, statuses[0], SAGA, statuses[1])


def _session(hypervisor: Hypervisor) -> Session:
    """Have the session, and somebody in it who waits for an approval."""
    if hypervisor.get_session(SESSION) is None:
        _begin(hypervisor)
    session = hypervisor.get_session(SESSION)
    assert session is not None
    if session.state is SessionState.ACTIVE and "builder" in session.participants and _request(session) is None:
        with suppress(ApprovalNeeded):
            hypervisor.act(SESSION, "builder", RELEASE, _released, f"1.{session.seq}")
        session = hypervisor.get_session(SESSION) or session
    return session


def _begin(hypervisor: Hypervisor) -> None:
    hypervisor.create_session(_LIMITS, creator="ann", id=SESSION)
    for name, trust in (("ann", 0.95), ("clerk", 0.7), ("guest", 0.2), ("builder", 0.92)):
        hypervisor.join_session(SESSION, name, trust=trust)
    hypervisor.activate_session(SESSION)
    hypervisor.elevate(SESSION, "clerk", Ring.PRIVILEGED, seconds=_WEEK, by="ann", because="holiday cover")
    hypervisor.act(SESSION, "guest", STOCK, lambda: {"tea": 12})
    hypervisor.act(SESSION, "clerk", PRICE, lambda: {"tea": "3.20"}, undo=_restored)


def _restored(_: object) -> None:
    """Let the price be what it was."""


def _released(version: str) -> str:
    return f"{version} is released"


def _request(session: Session) -> str | None:
    if session.state is not SessionState.ACTIVE:
        return None
    waiting: list[Approval] = [one for one in session.approvals.values() if one.state is ApprovalState.REQUESTED]
    return waiting[0].request if waiting else None
