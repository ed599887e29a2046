"""What can go wrong with agents and conversations: what is no agent, what is no reply, and who is in the way."""

from __future__ import annotations

from collections.abc import Sequence

from duotone.errors.roots import DuotoneError

__all__ = ["BadAgent", "BadReply", "ConversationBusy", "NoSuchCall", "ScriptEnded", "UnknownRequest"]


class BadAgent(DuotoneError, TypeError):
    """Something was given as an agent that can't be one."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name} can't be an agent: {reason}")
        self.name = name
        self.reason = reason


class BadReply(DuotoneError, TypeError):
    """An agent returned something that is no reply."""

    def __init__(self, agent: str, reason: str) -> None:
        super().__init__(
            f"the agent {agent} gave no reply: {reason}; return text, a Reply, a Message, or a mapping with "
            f"'text' and 'calls'"
        )
        self.agent = agent
        self.reason = reason


class ConversationBusy(DuotoneError, RuntimeError):
    """A turn of the conversation goes on, so another one can't begin; nothing was executed."""

    def __init__(self, session: str, run: str, owner: str) -> None:
        super().__init__(
            f"a turn of conversation {session!r} goes on in {owner} (run {run!r}); send(...) is enough, since it is "
            f"answered before that turn is over, or interrupt() it first"
        )
        self.session = session
        self.run = run
        self.owner = owner


class NoSuchCall(DuotoneError, LookupError):
    """No call of this id waits for approval."""

    def __init__(self, session: str, call: str, asked: Sequence[str]) -> None:
        waiting = f"these do: {', '.join(asked)}" if asked else "none does"
        super().__init__(f"no call {call!r} waits for approval in conversation {session!r}; {waiting}")
        self.session = session
        self.call = call
        self.asked = tuple(asked)


class ScriptEnded(DuotoneError, LookupError):
    """A scripted model was asked once more than it has lines."""

    def __init__(self, lines: int) -> None:
        super().__init__(f"the script has {lines} lines and was asked for one more; add a line, or give a function")
        self.lines = lines


class UnknownRequest(DuotoneError, LookupError):
    """A model that only replays was asked something that was never recorded."""

    def __init__(self, path: str, last: str) -> None:
        super().__init__(
            f"{path} has no reply to a request that ends with {last[:80]!r}; record it: RecordedModel(path, model)"
        )
        self.path = path
