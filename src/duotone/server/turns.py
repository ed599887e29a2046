"""Turns of the server's own routes: their channel is the stream of their session, which outlives turn and process.

1. A notice is delivered by the event that says so: `promise.delivered`, whose receipt is the notice. The log has one
   for each promise, under an id from which every stream of the session can be resumed, whoever follows at that moment.
2. Whoever begins a turn here binds this channel. A turn that goes on elsewhere, since a call was approved or a process
   has ended, goes on with it if it was begun on it: what was begun for a response that has ended promises nothing.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, TypeAlias

from duotone.runtime import Abilities, AsyncConversation, AsyncOutbox, Notice, TurnResult
from duotone.runtime.conversation.transcript import REPLIED
from duotone.runtime.events import Json
from duotone.server.tenancy import outside_run

__all__ = ["Opening", "SessionStream", "Turns"]

Opening: TypeAlias = Callable[[str], Awaitable[AsyncConversation | None]]
"""Opens the conversation of a session; None if it has no agent of this server."""


class SessionStream:
    """The channel of a session: what its stream shows reaches every reader, now or when it comes back."""

    name = "server"
    abilities = Abilities(in_turn=True, streaming=True, after_turn=True, durable=True)

    async def deliver(self, notice: Notice) -> Mapping[str, Json]:  # sync, it would go over a worker
        """Return what the event of the delivery is to show."""
        return {"kind": notice.kind, "data": _as_seen(notice.data)}


def _as_seen(data: Json) -> Json:
    """Return what a notice says with the run as its tenant calls it."""
    if isinstance(data, Mapping) and isinstance(run := data.get("run"), str):
        return {**data, "run": outside_run(run)}
    return data


class Turns:
    """The one place where the server's own routes have turns taken."""

    def __init__(self) -> None:
        """Have a channel that nothing is bound to."""
        self.channel = SessionStream()

    def begin(self, conversation: AsyncConversation, run: str | None = None) -> Coroutine[Any, Any, TurnResult]:
        """Let the agent answer, and reach its reader after the turn as well; `run` is what the turn is called."""
        return conversation.run(self.channel, id=run)

    def go_on(self, conversation: AsyncConversation) -> Coroutine[Any, Any, TurnResult]:
        """Go on with a turn that stands still or was left behind, on the channel on which it was begun."""
        return conversation.run(self.channel if conversation.channel == self.channel.name else None)

    async def deliver_from(self, outbox: AsyncOutbox) -> None:
        """Deliver what was promised on this channel in any session, by this process or by an earlier one."""
        await outbox.bind(self.channel)

    async def wake(self, outbox: AsyncOutbox, opened: Opening) -> set[str]:
        """Have conversations woken that an earlier process would have woken; returns those that go on with an answer.

        They are found by what is promised in them, and owe an answer if that is among it.
        """
        standings = [*await outbox.promised(), *await outbox.pending()]
        promises = [one.promise for one in standings if one.promise.channel == self.channel.name]
        for session in dict.fromkeys(promise.session for promise in promises):
            conversation = await opened(session)
            if conversation is not None and conversation.wakes:
                await conversation.attach(self.channel)
        return {promise.session for promise in promises if promise.kind == REPLIED}
