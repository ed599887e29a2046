"""Governed sessions without color: who takes part, what they may do, and what has become of it, all from events.

From the bottom up: `rings`, `limits`, `lifecycle`, `actions` and `policy` are records and tables; `session` folds the
events; `changes` and `acting` look at the fold and say which events may follow; `audit` reads it all again.
"""

from __future__ import annotations

from duotone.runtime.sessions.actions import Action, Ask, Risk
from duotone.runtime.sessions.killing import KillReport
from duotone.runtime.sessions.lifecycle import SessionState
from duotone.runtime.sessions.limits import Consistency, Rate, SessionConfig
from duotone.runtime.sessions.monitoring import Issue, SessionEntry
from duotone.runtime.sessions.policy import Rule, Ruling, Verdict
from duotone.runtime.sessions.rings import Ring, Thresholds
from duotone.runtime.sessions.session import Session
from duotone.runtime.sessions.trust import Behavior, Claim, Newcomer

__all__ = [
    "Action",
    "Ask",
    "Behavior",
    "Claim",
    "Consistency",
    "Issue",
    "KillReport",
    "Newcomer",
    "Rate",
    "Ring",
    "Risk",
    "Rule",
    "Ruling",
    "Session",
    "SessionConfig",
    "SessionEntry",
    "SessionState",
    "Thresholds",
    "Verdict",
]
