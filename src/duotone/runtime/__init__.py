"""Runs that survive: one durable log, pure drivers over it, and two equal faces."""

from __future__ import annotations

from duotone.runtime._async.hypervisor import AsyncHypervisor
from duotone.runtime._sync.hypervisor import Hypervisor
from duotone.runtime.events import Event
from duotone.runtime.outcomes import Outcome, Status
from duotone.runtime.sessions import (
    Action,
    Ask,
    Behavior,
    Claim,
    Consistency,
    Issue,
    KillReport,
    Newcomer,
    Rate,
    Ring,
    Risk,
    Rule,
    Ruling,
    Session,
    SessionConfig,
    SessionEntry,
    SessionState,
    Thresholds,
    Verdict,
)

__all__ = [
    "Action",
    "Ask",
    "AsyncHypervisor",
    "Behavior",
    "Claim",
    "Consistency",
    "Event",
    "Hypervisor",
    "Issue",
    "KillReport",
    "Newcomer",
    "Outcome",
    "Rate",
    "Ring",
    "Risk",
    "Rule",
    "Ruling",
    "Session",
    "SessionConfig",
    "SessionEntry",
    "SessionState",
    "Status",
    "Thresholds",
    "Verdict",
]
