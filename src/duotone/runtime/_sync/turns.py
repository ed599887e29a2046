# Made by `duotone mirror` from ../_async/turns.py: edit that file, and run it again.
"""What the step of an agent is given: what was said, the tools, and the ways to speak and to call while it goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from duotone.contract.color import is_awaitable
from duotone.contract.crossing import run_to_end
from duotone.contract.streams import iterate
from duotone.runtime._sync.inner import InnerCalls
from duotone.runtime.agents.agent import takes_turn
from duotone.runtime.agents.replies import Parts, is_stream, reply_of
from duotone.runtime.agents.speech import Speech
from duotone.runtime.events import Json
from duotone.runtime.messages import Message, Reply
from duotone.runtime.tools.specs import ToolSpec

__all__ = ["Turn"]


class Turn:
    """One step of a turn, as its agent sees it."""

    def __init__(  # noqa: PLR0913  # what a step may need
        self,
        session: str,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec],
        *,
        deadline: float | None = None,
        inner: InnerCalls | None = None,
        speech: Speech | None = None,
    ) -> None:
        """Be given by a conversation; one without `inner` is for tests of agents, and can't call."""
        self.session = session
        """The id of the conversation."""
        self.messages = messages
        """What was said so far."""
        self.tools = tools
        """What may be called."""
        self.deadline = deadline
        """When the turn is to have ended, in seconds since the epoch."""
        self._inner = inner
        self._speech = speech or Speech(())

    @property
    def text(self) -> str:
        """The last thing that somebody said to the agent."""
        said = [message.text for message in self.messages if message.role in {"user", "notice"}]
        return said[-1] if said else ""

    def stream(self, text: str) -> None:
        """Show a part of the reply as it comes; what the step returns is the whole of it."""
        self._speech.say(text)

    def call(self, name: str, /, **arguments: Json) -> Json:
        """Call a tool inside of this step, and return what it gave, or what is to be said of it otherwise.

        For agents that have a loop of their own; others return the calls that they ask for.
        """
        if self._inner is None:
            message = "this turn is not part of a conversation, so nothing can be called in it"
            raise RuntimeError(message)
        return self._inner.call(name, arguments)

    def take(self, step: Callable[..., Any], agent: str) -> Reply:
        """Let an agent take this step, and return its reply; raises `BadReply` for what is none."""
        given = step(self) if takes_turn(step) else step()
        if is_stream(given):
            return self._put_together(given, agent)
        value = _settled(given, agent)
        if is_stream(value):
            return self._put_together(value, agent)
        self._speech.finish()
        return reply_of(value, agent)

    def _put_together(self, stream: Any, agent: str) -> Reply:
        parts = Parts(agent)
        for part in iterate(stream):
            self._speech.say(parts.add(part))
            self._speech.finish()
        return parts.whole()


def _settled(value: Any, agent: str) -> Any:
    """Await what a sync step has returned, if it is awaitable."""
    return run_to_end(value, agent, None) if is_awaitable(value) else value
