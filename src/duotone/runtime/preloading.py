"""What conversations need is loaded when a runtime is opened, away from the loop, if somebody is likely to hold one."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Any, Final

from duotone.contract.offloading import offload
from duotone.errors import MissingExtra

__all__ = ["load_ahead"]

_SIGNS: Final = ("duotone.runtime.messages", "duotone.runtime.tools", "duotone.runtime.agents", "pydantic")
"""Whoever has loaded one of these has an agent, a model or tools."""
_loaded: list[Any] = []


async def load_ahead() -> None:
    """Load what conversations need, if this process has parts of agents and has not loaded the rest."""
    if not _loaded and any(name in sys.modules for name in _SIGNS):
        await offload(_load)


def _load() -> None:
    """Load all that the first conversation would load while its loop stands still; on a thread that may wait."""
    from duotone.runtime._async.conversation import AsyncConversation  # noqa: PLC0415  # that is the point
    from duotone.runtime.agents.setting import setting_of  # noqa: PLC0415

    with suppress(MissingExtra):  # who needs it is told then
        setting_of(None, _agree, [_repeat])  # since some of it is loaded by its use
    _loaded.append(AsyncConversation)


def _agree() -> str:
    return "yes"


def _repeat(text: str) -> str:
    """Repeat something."""
    return text
