"""Conversations as folds of their log: what was said, where a turn stands, when an agent goes round in circles.

From the bottom up: `limits` and `states` are records, `words` are what an agent is told of calls that gave nothing,
`circles` finds repetition, `transcript` folds a session, and `compaction` shortens what it has become. All of it is
pure; `drivers.turn` decides upon it.
"""

from __future__ import annotations

from duotone.runtime.conversation.limits import Limits, Patience
from duotone.runtime.conversation.states import State, TurnResult
from duotone.runtime.conversation.transcript import Transcript

__all__ = ["Limits", "Patience", "State", "Transcript", "TurnResult"]
