"""Talking to an agent in a terminal: what is said, where the agent is, and how it is shown."""

from __future__ import annotations

from duotone.cli.chatting.items import Asked, Called, Ended, Gave, Item, Talk, Words

__all__ = ["Asked", "Called", "Ended", "Gave", "Item", "Talk", "Words"]
