"""Where results can go, in the turn and after it: nothing is promised without a channel that says it can."""

from __future__ import annotations

from duotone.runtime.delivery.channels import (
    NOTHING,
    Abilities,
    Channel,
    Notice,
    abilities_of,
    current_channel,
    turn_channel,
)
from duotone.runtime.delivery.drafts import promise_made, promise_ready
from duotone.runtime.delivery.promises import LASTS, Promise, Refusal, ask_delivery
from duotone.runtime.delivery.standing import Incident, PromiseStatus, Standing

__all__ = [
    "LASTS",
    "NOTHING",
    "Abilities",
    "Channel",
    "Incident",
    "Notice",
    "Promise",
    "PromiseStatus",
    "Refusal",
    "Standing",
    "abilities_of",
    "ask_delivery",
    "current_channel",
    "promise_made",
    "promise_ready",
    "turn_channel",
]
