"""Turns for requests: each goes on as long as it takes, and its request listens as long as it is there.

The channel of such a turn closes with the response, so nothing can be promised beyond it; tools are told so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from uuid import uuid4

from duotone.errors import ConversationBusy
from duotone.runtime import AsyncConversation, Event, InTurn, Message, Part, TurnResult
from duotone.server.asking import Caller
from duotone.server.ground import Ground
from duotone.server.logs import about
from duotone.server.openai.faults import Refused
from duotone.server.tenancy import outside, tenant_of
from duotone.server.turnstile import wait_outside

__all__ = ["Turn", "begin_turn", "known_agent"]


def known_agent(ground: Ground, model: str) -> str:
    """Return the name of an agent; raises a refusal 404 as OpenAI does for a model that there is not."""
    if model in ground.agents:
        return model
    known = ", ".join(ground.agents) or "none"
    message = f"the model {model!r} does not exist; the agents of this server are {known}"
    raise Refused(404, message, code="model_not_found", param="model")


class Turn:
    """One turn, and what comes of it while somebody listens."""

    def __init__(self, ground: Ground, conversation: AsyncConversation, channel: InTurn | None) -> None:
        """Prepare a turn; `begin` lets it go on."""
        self.session = conversation.id
        self._ground = ground
        self._conversation = conversation
        self._channel = channel
        self._queue: asyncio.Queue[Part | Event | TurnResult | Exception | None] = asyncio.Queue()
        self._is_heard = True

    def begin(self) -> None:
        """Let the turn go on, whoever listens."""
        self._task = self._ground.keep(
            self._drive(), f"turn of {self.session}", self._conversation, tenant=tenant_of(self.session)
        )

    async def _drive(self) -> None:
        try:
            async for item in self._conversation.stream(None, self._channel):
                self._put(item)
        except Exception as error:  # noqa: BLE001  # raised where it is heard
            self._put(error)
        finally:
            self._put(None)
            if self._channel is not None:
                self._channel.close()
            await self._ground.release(self.session)

    def _put(self, item: Part | Event | TurnResult | Exception | None) -> None:
        if self._is_heard:
            self._queue.put_nowait(item)

    async def next(self) -> Part | Event | TurnResult | None:
        """Return what comes next, None at the end or once nobody listens; raises what the turn has raised."""
        wait_outside()
        item = await self._queue.get()
        if isinstance(item, Exception):
            raise item
        return item

    async def result(self) -> tuple[str, TurnResult]:
        """Wait for the end of the turn, and return all that was said in it with how it has ended."""
        said: list[str] = []
        while (item := await self.next()) is not None:
            if isinstance(item, Part):
                said.append(item.text)
            elif isinstance(item, TurnResult):
                return "".join(said), item
        raise ConversationBusy(self.session, "", "another request")

    async def run(self) -> str:
        """Wait until the turn has a run, and return its id."""
        while (item := await self.next()) is not None:
            if isinstance(item, Event) and item.run is not None:
                return item.run
        raise ConversationBusy(self.session, "", "another request")

    def leave(self) -> None:
        """Listen no more; the turn goes on."""
        self._is_heard = False
        self._queue.put_nowait(None)

    async def interrupt(self) -> None:
        """Let the turn stand still, since whoever asked for that has left."""
        await self._conversation.interrupt("the client has left", by="caller")


async def begin_turn(  # noqa: PLR0913  # what a turn is begun with
    ground: Ground,
    caller: Caller,
    agent: str,
    said: Sequence[Message],
    *,
    session: str | None = None,
    after: AsyncConversation | None = None,
    channel: InTurn | None = None,
    by: str | None = None,
) -> Turn:
    """Say something in a conversation of its own, or in a fork of an earlier one, and let the agent answer it."""
    name = caller.inside(session or f"talk-{uuid4().hex}")
    about(outside(name))
    if after is not None:
        await after.fork(id=name)
    conversation = ground.conversation(name, agent)
    await conversation.send_all(said, by=by or caller.name)
    turn = Turn(ground, conversation, channel)
    turn.begin()
    return turn
