"""Where results can go, in the turn and after it: nothing is promised without a channel that says it can."""

from __future__ import annotations

from duotone.runtime.delivery.channels import NOTHING, Abilities, Channel, Notice, current_channel

__all__ = ["NOTHING", "Abilities", "Channel", "Notice", "current_channel"]
