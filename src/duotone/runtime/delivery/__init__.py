"""Where results can go, in the turn and after it: nothing is promised without a channel that says it can.

`channels` says what a channel is and binds one for a turn; `promises` asks for late delivery; `drafts` are the events
of a promise and `standing` is what they add up to; `inside` and `webhook` are channels; `signing` and `once` are for
those who receive. The outbox itself has two faces: see `duotone.runtime`.
"""

from __future__ import annotations

from duotone.runtime.delivery.backoff import Backoff
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
from duotone.runtime.delivery.inside import Callback, InProcess, InTurn, Iterate
from duotone.runtime.delivery.once import Once
from duotone.runtime.delivery.promises import LASTS, Promise, Refusal, ask_delivery
from duotone.runtime.delivery.signing import is_signed
from duotone.runtime.delivery.standing import Incident, PromiseStatus, Standing

__all__ = [
    "LASTS",
    "NOTHING",
    "Abilities",
    "Backoff",
    "Callback",
    "Channel",
    "InProcess",
    "InTurn",
    "Incident",
    "Iterate",
    "Notice",
    "Once",
    "Promise",
    "PromiseStatus",
    "Refusal",
    "Standing",
    "abilities_of",
    "ask_delivery",
    "current_channel",
    "is_signed",
    "promise_made",
    "promise_ready",
    "turn_channel",
]
