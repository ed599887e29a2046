"""A conversation as its users see it: send, run, ask, interrupt, approve, fork, whatever the color of the agent."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from dataclasses import replace
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self
from uuid import uuid4

from duotone.contract.offloading import offload
from duotone.errors import BadTransition, ConversationBusy, LogClosed, NoSuchCall, Stale
from duotone.runtime._async.engine import AsyncEngine
from duotone.runtime._async.interrupting import AsyncInterrupts
from duotone.runtime._async.knowing import read_on
from duotone.runtime._async.turning import AsyncTurning
from duotone.runtime._async.waking import AsyncWaking
from duotone.runtime.agents.asking import ask_on_loop
from duotone.runtime.agents.crossing import turn_in_sync_face
from duotone.runtime.agents.feeds import AsyncFeed, Part
from duotone.runtime.agents.handles import Handle, ended_on_loop
from duotone.runtime.agents.homes import Home
from duotone.runtime.agents.setting import Setting
from duotone.runtime.conversation.compaction import outline_of
from duotone.runtime.conversation.states import State, TurnResult
from duotone.runtime.conversation.transcript import DECISIONS, Transcript
from duotone.runtime.delivery.channels import Channel, turn_channel
from duotone.runtime.dropping import Notes, notices_drops
from duotone.runtime.events import Append, Draft, Event, Json
from duotone.runtime.log.faces import AsyncLog
from duotone.runtime.messages import Message, Usage, message_of
from duotone.runtime.side import IS_ASYNC
from duotone.runtime.tools.context import current_call

if TYPE_CHECKING:
    from duotone.runtime._async.conducted import AsyncConductedTurn

__all__ = ["AsyncConversation"]

_LOOK = 1.0
"""Seconds after which somebody who follows a conversation looks again."""


@notices_drops
class AsyncConversation:
    """A conversation with one agent; made by `AsyncRuntime.conversation`.

    All of it is in the log: any number of objects and processes may hold the same conversation, of which one at a time
    takes a turn. `messages` and `state` are as of the last call; `refresh` reads what others have written since.
    """

    def __init__(self, engine: AsyncEngine, setting: Setting) -> None:
        """Hold a conversation; nothing is written before something is said."""
        self.id = setting.session
        self._engine = engine
        self._setting = setting
        self._history = setting.history
        self._interrupts = AsyncInterrupts(engine, setting.session, setting.history)
        self._home = Home(self)
        self._waking = AsyncWaking(engine, setting, partial(self._run_now, setting)) if setting.wakes else None
        agent = setting.agent
        self._is_ours = agent.can_async if IS_ASYNC else agent.can_sync
        self.notes: Notes = engine.notes

    async def __aenter__(self) -> Self:
        """Know where the conversation stands."""
        await self.refresh()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Let go of it."""
        await self.close()

    # -- look -----------------------------------------------------------------------------------------------------

    @property
    def messages(self) -> list[Message]:
        """What the agent is to see, as of the last look."""
        return self._history.messages()

    @property
    def state(self) -> State:
        """Where the conversation stands, as of the last look."""
        return self._history.state

    @property
    def last(self) -> TurnResult:
        """How the last turn has ended, or why it stands still, as of the last look."""
        turn = self._history.turn
        return TurnResult(State.IDLE) if turn is None else turn.result()

    @property
    def channel(self) -> str | None:
        """The name of the channel on which the last turn was begun, None if it had none, as of the last look."""
        turn = self._history.turn
        return None if turn is None else turn.channel

    @property
    def is_unanswered(self) -> bool:
        """Whether somebody has said something that no reply has seen, as of the last look."""
        return self._history.transcript.is_unanswered

    @property
    def spent(self) -> Usage:
        """What all replies have cost, as of the last look."""
        return self._history.transcript.spent

    @property
    def seq(self) -> int:
        """The number of the last event that is known."""
        return self._history.seq

    @property
    def wakes(self) -> bool:
        """Whether it takes a turn for what is delivered once its turn is over."""
        return self._waking is not None

    @property
    def moves(self) -> bool:
        """Whether its turns go on elsewhere when this process ends: the engine moves them, and its agent was enlisted.

        What a call asks for in turn stays where that is, and so do tasks.
        """
        setting = self._setting
        return setting.is_enlisted and setting.parent is None and self._engine.port.abilities.moves_turns

    @property
    def participant(self) -> str:
        """Who asks for calls, as policies see it."""
        return self._setting.participant

    async def refresh(self) -> State:
        """Read what was written since, and return where the conversation stands."""
        await read_on(self._log, self.id, self._history)
        return self._history.state

    async def events(self, *, after: int = 0, follow: bool = False) -> AsyncIterator[Event]:
        """Yield the events of the conversation past the number `after`; with `follow`, as they come, without an end."""
        last = 0
        while True:
            for event in await self._log.read(self.id, after=after):
                after, last = event.seq, event.id
                yield event
            if not follow:
                return
            await self._log.wait(last, _LOOK)

    @property
    def _log(self) -> AsyncLog:
        return self._engine.log

    # -- talk -----------------------------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Write that there is this conversation, unless that is written; who says something need not."""
        await self.refresh()
        if self._history.transcript.started is None:
            await self._write()

    async def send(self, message: str | Message, *, by: str = "user", id: str | None = None) -> Message:  # noqa: A002
        """Say something. A turn that goes on answers it before it is over; otherwise `run` does.

        `id` is how the log calls it. Under one id it is said once, so who is not sure whether it was can say it again.
        """
        said = message_of(message)
        self._history.transcript.refuse_ended(self.id, self._log.time())
        draft = Draft("message.sent", {"message": said.to_json(), "by": by, "id": id or uuid4().hex})
        await self._write(draft, key=None if id is None else f"message {self.id} {id}")
        return said

    async def send_all(self, messages: Sequence[Message], *, by: str = "user") -> None:
        """Say several things at once, or none of them: what was said elsewhere before, as a rule."""
        await self._write(
            *(Draft("message.sent", {"message": one.to_json(), "by": by, "id": uuid4().hex}) for one in messages)
        )

    async def _write(self, *drafts: Draft, key: str | None = None) -> None:
        """Write to the conversation, first of all that there is one; under a `key` that is done once."""
        while True:
            is_begun = self._history.transcript.started is not None
            before = [] if is_begun else [self._opening()]
            if not (before or drafts):
                return
            try:
                seq = None if is_begun else self._history.seq
                self._history.take_in(await self._log.append(Append(self.id, [*before, *drafts], seq, key=key)))
            except Stale:
                await self.refresh()
            else:
                return

    def _opening(self) -> Draft:
        return Draft("conversation.started", self._setting.started())

    async def run(self, channel: Channel | None = None, *, id: str | None = None) -> TurnResult:  # noqa: A002
        """Let the agent answer, and return how its turn ended or why it stands still.

        `channel` is where this turn is answered; without one nothing is promised beyond it, and one that can deliver
        late gets what was promised in this conversation from here on. `id` is what the run of a turn that begins is
        called. A turn that is paused goes on. What is said while a turn ends is answered in another one. Raises
        `ConversationBusy` if a turn goes on elsewhere; a cancellation of the caller is written down, and raised.
        """
        return await self._run(self._setting, channel, id)

    async def ask(self, message: str | Message, channel: Channel | None = None, *, by: str = "user") -> TurnResult:
        """Say something, and let the agent answer it."""
        await self.send(message, by=by)
        return await self._run(self._setting, channel)

    async def stream(
        self, message: str | Message | None = None, channel: Channel | None = None
    ) -> AsyncGenerator[Part | Event | TurnResult, None]:
        """Say something, and yield parts of the answer and events as they come, and the result of the turn as the last.

        The answer of an agent that doesn't stream comes as one part, which says so. Who stops iterating interrupts.
        """
        if message is not None:
            await self.send(message)
        feed = AsyncFeed()
        listening = replace(
            self._setting,
            on_event=(*self._setting.on_event, feed.on_event),
            on_text=(*self._setting.on_text, feed.on_text),
        )
        feed.start(self._run, listening, channel)
        try:
            while (item := await feed.next()) is not None:
                yield item
        finally:
            if not feed.has_ended:
                try:
                    await self.interrupt("nobody reads on", by="caller")
                except LogClosed:
                    feed.give_up()
                    raise
                await feed.wait()

    async def attach(self, channel: Channel) -> None:
        """Have what was promised in this conversation delivered to a channel from here on, without taking a turn.

        A conversation that wakes takes one for what has come since its last turn, also after a restart. Raises
        `ClosesWithTurn` for a channel that can't deliver late.
        """
        await self._bind(channel)
        if self._waking is not None:
            self._waking.wake(channel)

    async def _run(self, setting: Setting, channel: Channel | None, run: str | None = None) -> TurnResult:
        if self._waking is None:
            return await self._run_now(setting, channel, run)
        return await self._waking.afterwards(partial(self._run_now, setting, channel, run))

    async def _run_now(self, setting: Setting, channel: Channel | None, run: str | None = None) -> TurnResult:
        with turn_channel(channel):
            if channel is not None and channel.abilities.can_deliver_late:
                await self._bind(channel)
            await self._shorten()
            result = await self._turn(setting, run)
            # A turn that was cancelled is idle with a fault: nobody wants what it had to answer.
            while result is not None and result.fault is None and result.state in {State.IDLE, State.FINISHED}:
                if not await self._is_asked():
                    break
                result = await self._turn(setting) or result
        return TurnResult(self.state) if result is None else result

    async def _bind(self, channel: Channel) -> None:
        on_wake = None if self._waking is None else self._waking.on_wake
        await self._engine.outbox.bind(channel, session=self.id, on_wake=on_wake)
        for delegation in self._engine.delegations:
            await delegation.recover(self.id)

    async def _is_asked(self) -> bool:
        """Tell whether somebody has said something since; what the runtime has to say can wait for the next turn."""
        await self.refresh()
        return self._history.transcript.is_asked

    async def _turn(self, setting: Setting, run: str | None = None) -> TurnResult | None:
        """Take one turn in the face that is the agent's home."""
        turns, before = self._engine.turns, self._engine.turns.get(self.id)
        if before is not None and before.is_in_the_way:
            raise ConversationBusy(self.id, before.run or "", "this process")
        handle = turns[self.id] = Handle(run)
        try:
            if self.moves and current_call() is None:
                conducted = await offload(_load_conducted)
                return await conducted(self._engine, setting, handle).run()
            if self._is_ours:
                return await AsyncTurning(self._engine, setting, handle).run()
            return await turn_in_sync_face(self._engine, setting, handle, self._home, self._interrupts)
        finally:
            if handle.has_ended.is_set() and turns.get(self.id) is handle:
                del turns[self.id]

    async def _shorten(self) -> None:
        """Sum up older messages if the agent would be shown more than it is meant to."""
        most = self._setting.limits.history
        if most is not None and len(self.messages) > most:
            await self.compact(keep=max(1, most // 2))

    # -- control --------------------------------------------------------------------------------------------------

    async def interrupt(self, reason: str = "", *, by: str = "user") -> bool:
        """Let the turn stand still at once, whatever it is at; False if none goes on.

        Async work is cancelled; what can't be stopped is abandoned, and what it gives later is written as late. Tasks
        that the turn waits for stand still as well.
        """
        return await self._interrupts.interrupt({"by": by, "reason": reason})

    async def pause(self, reason: str = "", *, by: str = "user") -> bool:
        """Let the turn stand still once what it is at has ended; False if none goes on."""
        said: dict[str, Json] = {"by": by, "reason": reason}
        handle = self._engine.turns.get(self.id)
        if handle is not None and handle.wish("signal.pause", said):
            return True
        await self.refresh()
        turn = self._history.turn
        if turn is None or turn.state is not State.RUNNING:
            return False
        await self._interrupts.tell(Draft("signal.pause", said, turn.run))
        return True

    async def resume(self, channel: Channel | None = None) -> TurnResult:
        """Go on with a turn that stands still; the same as `run`."""
        return await self._run(self._setting, channel)

    async def approve(self, call: str, *, by: str = "user") -> None:
        """Let a call be made that waits for it, once somebody goes on with the turn.

        Raises `NoSuchCall`, and `BadTransition` for one that was decided before.
        """
        await self._answer("signal.approve", call, {"by": by})

    async def reject(self, call: str, reason: str = "", *, by: str = "user") -> None:
        """Let a call not be made that waits for approval, and tell the agent why; raises as `approve` does."""
        await self._answer("signal.reject", call, {"by": by, "reason": reason})

    async def _answer(self, kind: str, call: str, said: dict[str, Json]) -> None:
        while True:
            await self.refresh()
            turn = self._history.turn
            if turn is not None and call in turn.decided:
                raise BadTransition(f"the call {call!r}", turn.decided[call], DECISIONS[kind], ())
            if turn is None or call not in turn.asked:
                raise NoSuchCall(self.id, call, () if turn is None else turn.asked)
            try:
                # What was looked at must hold when this is written, since a call is decided once.
                await self._interrupts.tell(Draft(kind, {**said, "call": call}, turn.run), self._history.seq)
            except Stale:
                continue
            return

    # -- shape ----------------------------------------------------------------------------------------------------

    async def fork(self, at: int | None = None, *, id: str | None = None) -> AsyncConversation:  # noqa: A002
        """Return another conversation that begins with what was said in this one, up to the event number `at`."""
        events = await self._log.read(self.id)
        transcript = Transcript()
        transcript.apply_all([event for event in events if at is None or event.seq <= at])
        fork = replace(self._setting, session=id or f"{self.id}-{uuid4().hex[:8]}", history=type(self._history)())
        messages = [message.to_json() for message in transcript.messages]
        data: dict[str, Json] = {"of": self.id, "at": transcript.seq, "forks": list(transcript.forks)}
        drafts = [
            Draft("conversation.started", {**fork.started(), "system": None}),
            Draft("conversation.forked", {**data, "messages": messages}),
        ]
        fork.history.take_in(await self._log.append(Append(fork.session, drafts, 0)))
        return AsyncConversation(self._engine, fork)

    async def compact(
        self, summarize: Callable[[Sequence[Message]], Any] | None = None, *, keep: int = 10
    ) -> str | None:
        """Let a summary stand for all but the last `keep` messages; returns it, None if there is nothing to sum up.

        `summarize` is of either color and gets the messages; without it, their head and tail are shown in short.
        """
        await self.refresh()
        upto, older = self._history.transcript.older(keep)
        if not older or upto == self._history.transcript.cut:
            return None
        summary = outline_of(older) if summarize is None else str(await ask_on_loop(summarize, older))
        draft = Draft("conversation.compacted", {"upto": upto, "summary": summary})
        self._history.take_in(await self._log.append(Append(self.id, [draft])))
        return summary

    async def close(self, deadline: float = 5.0) -> tuple[str, ...]:
        """Interrupt what goes on here, and wait so many seconds for it; returns the steps that are still at work."""
        if self._engine.settings.get(self.id) is self._setting:
            del self._engine.settings[self.id]
        self._engine.leave(self.id)
        handle = self._engine.turns.get(self.id)
        if handle is None or handle.has_ended.is_set():
            self._home.close()
            return ()
        await self.interrupt("the conversation is closed", by="caller")
        has_ended = await ended_on_loop(handle, deadline)
        self._home.close()
        if has_ended or handle.run is None:
            return ()
        return abandoned_in(await self._log.read_run(handle.run))


def _load_conducted() -> type[AsyncConductedTurn]:
    from duotone.runtime._async.conducted import AsyncConductedTurn  # noqa: PLC0415  # most engines move no turns

    return AsyncConductedTurn


def abandoned_in(events: Sequence[Event]) -> tuple[str, ...]:
    """Return the steps that were given up and have not returned."""
    left: dict[str, None] = {}
    for event in events:
        step = str(event.data.get("step"))
        if event.kind == "step.ended" and event.data["outcome"] == "abandoned":
            left[step] = None
        elif event.kind == "step.late":
            left.pop(step, None)
    return tuple(left)
