"""What a server stands on: one runtime, one hypervisor, the agents and functions of its operator, and its own work."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, Self

from duotone.contract.offloading import offload
from duotone.contract.waits import name_of
from duotone.errors import BadInput, CutOff
from duotone.runtime import (
    Action,
    AsyncConversation,
    AsyncHypervisor,
    AsyncProcesses,
    AsyncRuntime,
    ProcessInfo,
    ProcessPolicy,
    Rule,
    State,
    Toolbox,
)
from duotone.runtime.log import Place
from duotone.runtime.log.addresses import Address
from duotone.runtime.sagas import saga_of
from duotone.runtime.sessions.policy import Policy, policies_of
from duotone.runtime.tools import process_tools
from duotone.server.checking import Checks
from duotone.server.deployment import Deployment
from duotone.server.entries import AgentEntry
from duotone.server.health import Readiness
from duotone.server.keeping import Chore, Keeper
from duotone.server.metrics import Metrics
from duotone.server.problems import Problem
from duotone.server.recovering import ENDS, Recovery
from duotone.server.shares import Shares
from duotone.server.tail import Tail
from duotone.server.telemetry import trace_steps, within_span
from duotone.server.tokens import Tokens
from duotone.server.turns import Turns

__all__ = ["AgentEntry", "Ground", "Settings"]

_LOGGER = logging.getLogger("duotone.server")

_SHARE: Final = 0.7
"""How much of the time to drain in is for what ends by itself; the rest is for parking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What an operator can say about a server; times are in seconds."""

    host: str = "127.0.0.1"
    port: int = 8600
    log: Address | str | os.PathLike[str] | None = field(default=None, repr=False)
    """The file of the log, or the address of a PostgreSQL, which has secrets; None for one in memory."""
    demo: bool = False
    """Whether it was seeded with something to look at."""
    max_body: int = 1 << 20
    """Bytes that the body of a request may have."""
    head_seconds: float = 20.0
    """How long the head of a request may take to arrive."""
    body_seconds: float = 20.0
    """How long a body may take to arrive."""
    rate: float = 1000.0
    """Requests per second of one token, or of all who need none."""
    burst: int = 5000
    """Requests at once after a rest."""
    concurrency: int = 256
    """Requests that are answered at once; streams are not counted. Tenants share them."""
    most_work: int = 1000
    """Runs and turns that go on at once; what would be one more is refused. Tenants share them."""
    conversations: int = 1000
    """Conversations that are kept at hand; others are read from the log again."""
    wait_seconds: float = 30.0
    """How long a request may wait for a run."""
    heartbeat: float = 15.0
    """How often a silent stream shows that it lives."""
    keeper_seconds: float = 5.0
    """How often the limits of sessions and the ends of promises are looked at."""
    drain_seconds: float = 20.0
    """How long work may take to end after the server was told to stop."""
    roots: Sequence[Path] = ()
    """Folders that the console may have checked; no caller can name another one."""
    hosts: Sequence[str] = ()
    """Names, besides those of loopback, under which the server may be asked."""


@dataclass(kw_only=True)
class Ground:
    """All that requests are answered from: ``async with Ground(agents={...}) as ground: ...``.

    Nothing can be started by a request but what the operator has named here: agents, `units` for the steps of
    workflows, `sagas`, and commands if there is a policy for `commands`.
    """

    settings: Settings = field(default_factory=Settings)
    agents: Mapping[str, AgentEntry] = field(default_factory=dict[str, AgentEntry])
    units: Mapping[str, Callable[..., Any]] = field(default_factory=dict[str, Callable[..., Any]])
    sagas: Mapping[str, Callable[..., Any]] = field(default_factory=dict[str, Callable[..., Any]])
    policy: Policy | Sequence[Policy] | None = None
    actions: Sequence[Action] = ()
    commands: ProcessPolicy | None = None
    store: Place = None
    """The log itself, where it is not the file that the settings name."""

    def __post_init__(self) -> None:
        """Open nothing yet."""
        place = self.settings.log if self.store is None else self.store
        sagas = {saga_of(function).path: function for function in self.sagas.values()}
        self.runtime = AsyncRuntime(place, units={**self.units, **self.sagas, **sagas})
        self.hypervisor = AsyncHypervisor(self.runtime.log, policy=self.policy, actions=self.actions)
        self.processes = None if self.commands is None else AsyncProcesses(self.runtime.log, self.commands)
        self.deployment = Deployment(place)
        self.tokens = Tokens.beside(self.settings.log)
        self.toolboxes = {name: Toolbox(self._tools_of(entry)) for name, entry in self.agents.items()}
        self.turns = Turns()
        self.tail = Tail(self.runtime.log, self.settings.heartbeat)
        self.metrics = Metrics()
        chores: dict[str, Chore] = {
            "sessions": self.hypervisor.monitor_sessions,
            "promises": self.runtime.outbox.expire,
        }
        self.recovery = Recovery(self.runtime, self.turns, self.opened, self.keep)
        self.keeper = Keeper(self.settings.keeper_seconds, chores)
        # Apart from the other chores, so that neither waits for the time that these may take.
        self.watchman = Keeper(self.settings.keeper_seconds, {"runs": self._recover, "name": self._check_name})
        self.checks = Checks(self.settings.roots)
        self.readiness = Readiness(self.runtime.log, self.tokens, lambda: self._shares.free)
        self._enlist()
        self.is_draining = False
        self.on_cut_off: Callable[[CutOff], object] | None = None
        """What is called once other processes hold this one for dead: nothing can be written any more."""
        self._has_drained: asyncio.Event | None = None
        self._conversations: dict[str, AsyncConversation] = {}
        self._work: dict[asyncio.Task[Any], AsyncConversation | None] = {}
        self._shares = Shares(self.settings.most_work)
        self._open = AsyncExitStack()

    def _enlist(self) -> None:
        """Know agents and sagas by the names that the operator has given them, as every server of this log does.

        So each finds those of another again, and an engine moves what they are at.
        """
        services: dict[type, object] = {} if self.processes is None else {AsyncProcesses: self.processes}
        for name, entry in self.agents.items():
            self.runtime.enlist(
                name,
                entry.agent,
                tools=self.toolboxes[name].values(),
                system=entry.system,
                limits=entry.limits,
                approve=entry.approve,
                services=services,
            )
        for name, function in self.sagas.items():
            self.runtime.enlist(name, saga_of(function))

    def _tools_of(self, entry: AgentEntry) -> Sequence[Callable[..., Any]]:
        if not entry.runs_commands or self.processes is None:
            return entry.tools
        return [*entry.tools, *process_tools(self.processes)]

    async def __aenter__(self) -> Self:
        """Open the log and all that is kept in it."""
        await offload(self.tokens.read)
        async with AsyncExitStack() as opening:
            await opening.enter_async_context(self.runtime)
            await opening.enter_async_context(self.hypervisor)
            if self.processes is not None:
                await opening.enter_async_context(self.processes)
            self.readiness.start()
            opening.callback(self.readiness.stop)
            opening.callback(trace_steps())
            await self.deployment.look()
            opening.callback(self.deployment.stop)
            self._open = opening.pop_all()
        self.keeper.start()
        self.watchman.start()
        await self.turns.deliver_from(self.runtime.outbox)
        self._recovery = self.keep(self.recovery.run(), "recovery")
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        """Drain what goes on, unless somebody does, and close it all when that is done."""
        try:
            if self._has_drained is None:
                await self.drain(self.settings.drain_seconds)
            else:
                await self._has_drained.wait()
        finally:
            await self._open.aclose()
            await offload(self.tokens.close)

    async def _recover(self) -> None:
        """Go on with what others have left, unless that would be left again soon."""
        if not self.is_draining:
            await self.recovery.look_again()

    async def _check_name(self) -> None:
        """Say so once others drive the runs of this process, since they hold it for dead."""
        try:
            await offload(self.runtime.log.store.owner)
        except CutOff as error:
            if self.on_cut_off is None:
                raise
            self.on_cut_off(error)

    @property
    def rules(self) -> list[str]:
        """What the policies are, in words, in the order in which they are asked."""
        return [str(one) if isinstance(one, Rule) else name_of(one) for one in policies_of(self.policy)]

    # -- conversations --------------------------------------------------------------------------------------------

    def agent(self, name: str) -> AgentEntry:
        """Return an agent of the operator; raises `BadInput` with the names that there are."""
        entry = self.agents.get(name)
        if entry is None:
            known = ", ".join(self.agents) or "none"
            raise BadInput("agent", f"is {name!r}, which this server doesn't have; it has {known}")
        return entry

    def conversation(self, id: str, agent: str) -> AsyncConversation:  # noqa: A002  # what it is everywhere
        """Return the conversation of this id, the same object for all who ask; raises `BadInput` for no agent."""
        known = self._conversations.pop(id, None)
        if known is None:
            entry = self.agent(agent)
            known = self.runtime.conversation(agent, id=id, on_text=partial(self._say, id), wakes=entry.wakes)
        self._conversations[id] = known
        self._let_go()
        return known

    def known_conversation(self, id: str) -> AsyncConversation | None:  # noqa: A002  # as above
        """Return the conversation of this id if it is held here."""
        return self._conversations.get(id)

    async def release(self, id: str) -> None:  # noqa: A002  # as above
        """Close a conversation that nobody is expected to go on with soon; the log has all of it."""
        known = self._conversations.pop(id, None)
        if known is not None:
            await known.close()

    async def _say(self, session: str, text: str) -> None:  # sync, each word would go over a worker
        self.tail.say(session, text)

    def _let_go(self) -> None:
        """Close the conversation that was asked for longest ago if there are too many; the log has all of it."""
        if len(self._conversations) <= self.settings.conversations:
            return
        idle = (name for name, one in self._conversations.items() if one.state is not State.RUNNING)
        oldest = next(idle, None)
        if oldest is not None:
            _ = self.keep(self._conversations.pop(oldest).close(), f"close conversation {oldest}")

    async def agent_of(self, session: str) -> str | None:
        """Return with whom a conversation is held, None if the session is none."""
        first = await self.runtime.log.read(session, limit=1)
        if not first or first[0].kind != "conversation.started":
            return None
        return str(first[0].data["agent"])

    async def opened(self, session: str) -> AsyncConversation | None:
        """Return the conversation of a session as it stands, None if it is none, or with no agent of this server."""
        agent = await self.agent_of(session)
        if agent is None or agent not in self.agents:
            return None
        conversation = self.conversation(session, agent)
        await conversation.refresh()
        return conversation

    async def commands_of(self, is_theirs: Callable[[str], bool]) -> list[ProcessInfo]:
        """Return the processes of those sessions that somebody says are theirs, the oldest first."""
        if self.processes is None:
            return []
        return [info for info in await self.processes.list() if is_theirs(info.session)]

    # -- work of the server itself --------------------------------------------------------------------------------

    def keep(
        self,
        work: Coroutine[Any, Any, Any],
        name: str,
        conversation: AsyncConversation | None = None,
        *,
        tenant: str | None = None,
    ) -> asyncio.Task[Any]:
        """Let something go on after the request that asked for it was answered; it is drained with the server.

        `conversation` is the one of which it is a turn, and which is to stand still where the time doesn't suffice.
        `tenant` is whose work it is; what is no tenant's is the server's own, and never too much. Raises a problem 503
        if as much goes on as may, and 429 if that is so for this tenant, since others need room, too.
        """
        if tenant is not None:
            try:
                self._check_room(tenant)
            except Problem:
                work.close()
                raise
        task = asyncio.get_running_loop().create_task(within_span(name, work), name=name)
        self._work[task] = conversation
        self._shares.take(tenant or "")
        task.add_done_callback(partial(self._ended, tenant or ""))
        return task

    def _check_room(self, tenant: str) -> None:
        going, headers = len(self._shares), {"Retry-After": "1"}
        if going >= self.settings.most_work:
            detail = f"{going} runs and turns go on, and no more may"
            raise Problem(503, "QueueFull", detail, "wait for some to end", headers=headers)
        if self.tokens.are_shared and not self._shares.may_take(tenant):
            detail = f"{self._shares.of(tenant)} runs and turns of this tenant go on, and others need room, too"
            raise Problem(429, "ShareTaken", detail, "wait for some to end", headers=headers)

    @property
    def going(self) -> tuple[str, ...]:
        """The names of the work that goes on."""
        return tuple(task.get_name() for task in self._work)

    def stop(self) -> None:
        """Begin nothing more, and let streams and checks end, since whoever wants them can go on elsewhere."""
        self.is_draining = self.readiness.is_draining = True
        self.tail.close()
        self.checks.stop()

    async def drain(self, seconds: float) -> tuple[str, ...]:
        """Begin nothing more, let what goes on end, and park the rest; returns the names of what is left even so.

        A turn is parked by an interrupt, workflows and sagas once the steps that they are at have ended: the next
        process goes on with all of them. Nothing is cancelled, since a cancelled run is undone. A turn that a notice
        has woken stands still when the runtime is closed, and its answer is delivered by the next process.
        """
        self.stop()
        self._has_drained = has_drained = asyncio.Event()
        deadline = time.monotonic() + seconds
        try:
            await self._wait(seconds * _SHARE)
            await self._park(deadline - time.monotonic())  # also what is done here for runs of other servers
            for keeper in (self.keeper, self.watchman):
                await keeper.stop(max(0.0, deadline - time.monotonic()))
        finally:
            has_drained.set()
        return self.going

    async def _wait(self, seconds: float) -> None:
        """Wait for the end of all that goes on, so many seconds at most."""
        if self._work and seconds > 0:
            await asyncio.wait(self._work, timeout=seconds)

    async def _park(self, seconds: float) -> None:
        """Let everything stand still in a good place, within so many seconds."""
        turns = {task: conversation for task, conversation in self._work.items() if conversation is not None}
        for conversation in turns.values():
            await conversation.interrupt(ENDS, by="server")
        ending = [asyncio.wait(turns, timeout=max(0.0, seconds))] if turns else []
        await asyncio.gather(self.runtime.park(seconds), *ending)

    def _ended(self, tenant: str, task: asyncio.Task[Any]) -> None:
        del self._work[task]
        self._shares.leave(tenant)
        error = None if task.cancelled() else task.exception()
        if error is not None:  # its run has it in the log; this is for whoever watches the process
            _LOGGER.warning("%s ended with %s: %s", task.get_name(), type(error).__name__, error)
