"""What a conversation is held with: the agent, its tools, its limits, and who listens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias
from uuid import uuid4

from duotone.errors import BadAgent, BadInput, DuotoneError
from duotone.runtime.agents.agent import Agent, agent_of
from duotone.runtime.agents.history import History
from duotone.runtime.conversation.limits import Limits
from duotone.runtime.delegation.records import Parent
from duotone.runtime.delivery.channels import current_channel
from duotone.runtime.drafts import run_started
from duotone.runtime.drivers.rounds import CallTerms, step_of
from duotone.runtime.events import Draft, Event, Json
from duotone.runtime.log.store import Store
from duotone.runtime.messages import ToolCall
from duotone.runtime.sessions.actions import Ask
from duotone.runtime.sessions.policy import Policy, policies_of
from duotone.runtime.tools.context import ToolContext, current_call
from duotone.runtime.tools.rulings import ask_for
from duotone.runtime.tools.toolbox import Toolbox

__all__ = ["OnText", "Setting", "enlisted", "setting_of", "turn_started"]

OnText: TypeAlias = Callable[[str], object]
"""What is called with each part of a reply as it comes; of either color."""


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """All that the turns of a conversation have in common, whichever face drives them."""

    session: str
    agent: Agent
    tools: Toolbox
    limits: Limits = field(default_factory=Limits)
    policies: Sequence[Policy] = ()
    system: str | None = None
    participant: str = "agent"
    """Who asks for calls, as policies and tools see it."""
    on_event: Sequence[Callable[[Event], object]] = ()
    on_text: Sequence[OnText] = ()
    services: Mapping[type, object] = field(default_factory=dict[type, object])
    """What the runtime offers to tools."""
    parent: Parent | None = None
    """The call that has given the task which this conversation is for."""
    wakes: bool = False
    """Whether a notice that comes between turns is answered at once."""
    is_enlisted: bool = False
    """Whether workers of the same log know its agent by name, with all of this but who listens."""
    history: History = field(default_factory=History)

    def terms(self, call: ToolCall) -> CallTerms:
        """Return on which terms a call is made."""
        needs, tool = self.tools.needs(call), self.tools.get(call.name) if call.name in self.tools else None
        if tool is None:
            return CallTerms()
        locks = tuple(sorted(needs.locks))
        return CallTerms(tool.unit.retry, tool.unit.timeout, locks, is_parallel=not needs.is_alone)

    def context(self, run: str, call: str, store: Store) -> ToolContext:
        """Return what a tool is told of a call."""
        around = current_call()
        return ToolContext(
            session=self.session,
            run=run,
            step=step_of(call),
            call=call,
            participant=self.participant,
            channel=current_channel(),
            store=store,
            holds=frozenset() if around is None else around.holds,
            around=() if around is None else (*around.around, (around.run, around.step)),
            origins=tuple(self.history.transcript.forks),
            services=self.services,
        )

    def for_session(self, session: str, **more: Any) -> Setting:
        """Return the same for another conversation, of which nothing is known."""
        return replace(self, session=session, history=History(), **more)

    def ask(self, call: ToolCall) -> Ask | None:
        """Return what policies are asked about a call, None for one that can't be made anyway."""
        try:
            return ask_for(self.tools, call, self.session, self.participant)
        except DuotoneError:
            return None

    def started(self) -> Mapping[str, Json]:
        """Return what is written when the conversation begins."""
        started: dict[str, Json] = {
            "agent": self.agent.name,
            "participant": self.participant,
            "tools": list(self.tools),
            "limits": self.limits.to_json(),
            "system": self.system,
        }
        return started if self.parent is None else {**started, "parent": self.parent.to_json()}


def turn_started(run: str, setting: Setting, owner: str, home: str, now: float) -> Draft:
    """Begin a turn of a conversation on what is known of it, in its home: on a `loop`, or on a `thread`."""
    transcript, limits, channel = setting.history.transcript, setting.limits, current_channel()
    details: dict[str, Json] = {"home": home, "spent": transcript.spent.to_json(), "said": list(transcript.said)}
    details |= {"until": None if limits.seconds is None else now + limits.seconds, "limits": limits.to_json()}
    details |= {"channel": None if channel is None else channel.name, "closes": transcript.closes}
    return run_started(run, "turn", setting.agent.name, owner, **details)


def enlisted(
    roster: Mapping[str, Setting], name: str, session: str | None, given: Mapping[str, object], **more: Any
) -> Setting:
    """Return the setting of a conversation with an agent by name; raises `BadAgent` for one that was not enlisted.

    What is `given` for this conversation alone, no other worker would know of, so that is refused with `BadInput`.
    """
    known = roster.get(name)
    if known is None:
        raise BadAgent(repr(name), "nobody was enlisted under that name; call runtime.enlist(name, agent) before")
    for option, value in given.items():
        if value:
            raise BadInput(option, f"can't be given here, since {name!r} was enlisted with all that it works with")
    on_event, on_text = more.pop("listeners")
    more["on_event"] = () if on_event is None else (on_event,)
    more["on_text"] = () if on_text is None else (on_text,)
    return known.for_session(f"talk-{uuid4().hex}" if session is None else session, **more)


def setting_of(  # noqa: PLR0913  # what a conversation can be given
    session: str | None,
    agent: object,
    tools: Iterable[Callable[..., Any]],
    *,
    limits: Limits | None = None,
    approve: Policy | Sequence[Policy] | None = None,
    listeners: tuple[Callable[[Event], object] | None, OnText | None] = (None, None),
    **more: Any,
) -> Setting:
    """Return the setting of a conversation; raises `BadAgent`, and `BadUnit` for what can't be a tool."""
    on_event, on_text = listeners
    return Setting(
        session=f"talk-{uuid4().hex}" if session is None else session,
        agent=agent_of(agent),
        tools=Toolbox(tools),
        limits=limits or Limits(),
        policies=policies_of(approve),
        on_event=() if on_event is None else (on_event,),
        on_text=() if on_text is None else (on_text,),
        **more,
    )
