"""Agents: whatever the user has, with its color verified once, and replies made of whatever that returns.

From the bottom up: `replies` reads what a step gave, `agent` decides what can be called and in which color, `setting`
and `history` are what a conversation is held with and what is known of it, `handles`, `homes` and `breaking` are a turn
that goes on here, its thread, and its end by force, `crossing` takes a turn to the other face.
"""

from __future__ import annotations

from duotone.runtime.agents.agent import Agent, agent_of

__all__ = ["Agent", "agent_of"]
