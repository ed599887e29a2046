"""Going on with what an earlier process has left: runs that it drove when it died, and turns that it parked."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from duotone.errors import DuotoneError
from duotone.runtime import AsyncConversation, AsyncRuntime, State, Status

__all__ = ["ENDS", "Opening", "recover"]

ENDS: Final = "the server ends"
"""Why a turn stands still that the next process goes on with."""

Opening: TypeAlias = Callable[[str], Awaitable[AsyncConversation | None]]
"""Opens the conversation of a session; None if it has no agent of this server."""

_LOGGER = logging.getLogger("duotone.server")


async def recover(runtime: AsyncRuntime, opened: Opening) -> None:
    """Go on with all that an earlier process has left; what can't go on is logged, and keeps nothing else waiting."""
    parked: list[AsyncConversation] = []
    for row in await runtime.log.runs(status=(Status.RUNNING, Status.WAITING)):
        if row.kind != "turn":
            continue
        conversation = await opened(row.session)
        if conversation is not None and await _is_parked(conversation):
            parked.append(conversation)
    for result in await runtime.recover():
        _LOGGER.info("run %s is %s after its process has ended: %s", result.run, result.status, result.reason)
    for conversation in parked:
        try:
            await conversation.run()
        except DuotoneError as error:
            _LOGGER.warning("the parked turn of %s could not go on: %s", conversation.id, error)


async def _is_parked(conversation: AsyncConversation) -> bool:
    return await conversation.refresh() is State.PAUSED and ENDS in conversation.last.reason
