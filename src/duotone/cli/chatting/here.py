"""A conversation in this process: its agent, its log, its background processes, and what they deliver."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from duotone.cli.chatting.items import Asked, Ended, Item, Words, items_of
from duotone.cli.chatting.waiting import wait_until
from duotone.contract import iterate, manage, run
from duotone.runtime import AsyncProcesses, AsyncRuntime, Callback, Notice, Part, ProcessPolicy, Role, State, TurnResult
from duotone.runtime.log.addresses import Address
from duotone.runtime.tools import process_tools

if TYPE_CHECKING:
    from duotone.server.entries import AgentEntry

__all__ = ["TalkHere", "Where"]

_LOOK = 0.1


@dataclass(frozen=True, slots=True)
class Where:
    """Where a conversation is kept, how it is called, and where its agent may run commands."""

    log: Path | Address | None
    name: str | None = None
    commands: Path | None = None


class TalkHere:
    """Talks to an agent in this process; what ends in the background wakes the agent, and is told."""

    def __init__(self, entry: AgentEntry, where: Where, on_news: Callable[[str, Any], object]) -> None:
        """Hold a conversation; `on_news` is told what comes by itself."""

        def tell(notice: Notice) -> None:
            on_news(notice.kind, notice.data)

        self._open = ExitStack()
        # On a loop, so that a turn can be interrupted whatever the color of its agent.
        self._runtime = self._open.enter_context(manage(AsyncRuntime(where.log)))
        commands = Path() if where.commands is None and entry.runs_commands else where.commands
        policy = None if commands is None else ProcessPolicy(root=commands)
        self._processes = self._open.enter_context(manage(AsyncProcesses(self._runtime.log, policy)))
        more = [] if commands is None else process_tools(self._processes)
        self._path = where.log
        self._channel = Callback(tell, name="terminal")
        self._talk = self._runtime.conversation(
            entry.agent,
            id=where.name or f"chat-{uuid4().hex[:8]}",
            tools=[*entry.tools, *more],
            system=entry.system,
            limits=entry.limits,
            approve=entry.approve,
            services={AsyncProcesses: self._processes},
            wakes=True,
        )
        self._asked: dict[str, Asked] = {}
        run(self._talk.refresh)
        if self._talk.messages:
            run(self._talk.attach, self._channel)

    @property
    def title(self) -> str:
        """What it is, for whoever begins it."""
        return f"conversation {self._talk.id}" + (f" in {self._path}" if self._path else ", in memory")

    def say(self, text: str | None) -> Iterator[Item]:
        """Say something, and yield what comes of it."""
        for item in iterate(self._talk.stream(text, self._channel)):
            if isinstance(item, Part):
                yield Words(item.text)
            elif isinstance(item, TurnResult):
                fault = "" if item.fault is None else f"{item.fault.type}: {item.fault.message}"
                yield Ended(str(item.state), fault or item.reason)
            else:
                yield from items_of(item.kind, item.data, self._asked)

    def interrupt(self) -> bool:
        """Let the turn stand still, from any thread; False if none goes on."""
        return run(self._talk.interrupt, "Ctrl-C")

    def decide(self, call: str, *, approved: bool) -> None:
        """Approve or reject a call that waits for it."""
        if approved:
            run(self._talk.approve, call)
        else:
            run(self._talk.reject, call, "the user does not want it")

    def wait(self, seconds: float) -> bool:
        """Wait until all that was promised has come, and the agent has answered it."""
        return wait_until(self._is_quiet, seconds, every=_LOOK)

    def _is_quiet(self) -> bool:
        if any(not standing.status.is_final for standing in run(self._runtime.outbox.promises, self._talk.id)):
            return False
        if run(self._talk.refresh) is State.RUNNING:
            return False
        return not self._talk.messages or self._talk.messages[-1].role is not Role.NOTICE

    def left(self) -> Sequence[str]:
        """Return what goes on when this is left, a line each."""
        running = [one for one in run(self._processes.list, self._talk.id) if not one.state.is_over]
        if not running or self._path is None:
            return [f"{one.id} ends with this: {one.command}" for one in running]
        back = f"come back with `duotone chat --id {self._talk.id}` to hear of it, or look with `duotone process list`"
        return [*(f"{one.id} goes on: {one.command}" for one in running), back]

    def close(self) -> None:
        """Leave."""
        run(self._talk.close, 2.0)
        self._channel.close()
        self._open.close()
