"""Compaction: which older messages of a long conversation a summary may stand for, and one made without a model."""

from __future__ import annotations

from collections.abc import Sequence

from duotone.runtime.messages import Message, Role

__all__ = ["cut_for", "outline_of"]

_ENDS = 8
"""Messages that an outline shows from either end of what it stands for."""

_LONGEST = 400
"""Characters that an outline shows of a message."""


def cut_for(messages: Sequence[Message], keep: int) -> int:
    """Return how many messages can be left out so that at least `keep` stay, and no call is parted from its result."""
    cut = max(0, len(messages) - max(keep, 1))
    while cut and messages[cut].role is Role.TOOL:
        cut -= 1
    return cut


def outline_of(messages: Sequence[Message]) -> str:
    """Return the head and the tail of messages, each in a line: what stands for them if nobody sums them up."""
    lines = [_line(message) for message in messages]
    if len(lines) > 2 * _ENDS:
        left_out = len(lines) - 2 * _ENDS
        lines = [*lines[:_ENDS], f"[… {left_out} messages left out …]", *lines[-_ENDS:]]
    return "\n".join(["What was said before, in short:", *lines])


def _line(message: Message) -> str:
    calls = ", ".join(call.name for call in message.calls)
    text = " ".join(message.text.split())
    shown = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    who = f"{message.role} {message.name}" if message.name else str(message.role)
    return f"{who}: {shown}" + (f" [calls {calls}]" if calls else "")
