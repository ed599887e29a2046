"""Replies: what a step of an agent gave, in whatever form it gave it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Container, Iterator, Mapping
from dataclasses import replace
from typing import Any, cast

from duotone.errors import BadReply
from duotone.runtime.events import Json
from duotone.runtime.messages import Message, Reply, Role, ToolCall, Usage

__all__ = ["Parts", "is_stream", "numbered", "reply_of"]

_KEYS = {"text", "calls", "usage", "is_done"}
_CALL_KEYS = {"id", "name", "arguments"}


def reply_of(value: Any, agent: str) -> Reply:
    """Return the reply that a value stands for; raises `BadReply` for what is none."""
    if isinstance(value, Mapping):
        return _from_mapping(cast("Mapping[str, Any]", value), agent)
    match value:
        case Reply():
            return value
        case None:
            return Reply()
        case str():
            return Reply(str(value))
        case ToolCall():
            return Reply(calls=(value,))
        case Message(role=Role.AGENT):
            return Reply(value.text, value.calls)
        case Message():
            raise BadReply(agent, f"a message of role {value.role} is what others say")
        case _:
            raise BadReply(agent, f"it returned {type(value).__name__}")


def _from_mapping(value: Mapping[str, Any], agent: str) -> Reply:
    unknown = [str(key) for key in value if key not in _KEYS]
    if unknown:
        raise BadReply(agent, f"nobody knows what {', '.join(unknown)} in its mapping means")
    text = value.get("text") or ""
    if not isinstance(text, str):
        raise BadReply(agent, f"its text is {type(text).__name__}")
    calls = tuple(_call_of(call, agent) for call in value.get("calls") or ())
    usage: Any = value.get("usage") or Usage()
    usage = usage if isinstance(usage, Usage) else Usage(**usage)
    return Reply(text, calls, usage, bool(value.get("is_done")))


def _call_of(call: Any, agent: str) -> ToolCall:
    if isinstance(call, ToolCall):
        return call
    given = cast("Mapping[str, Any]", call) if isinstance(call, Mapping) else dict[str, Any]()
    if not set(given) <= _CALL_KEYS or not isinstance(given.get("name"), str):
        raise BadReply(agent, "a call needs a 'name', and may have an 'id' and 'arguments'")
    arguments: Mapping[str, Json] | str = given.get("arguments") or {}
    return ToolCall(str(given.get("id") or ""), given["name"], arguments)


def is_stream(value: object) -> bool:
    """Tell whether a step gives its reply in parts."""
    return isinstance(value, Iterator | AsyncIterator)


def numbered(reply: Reply, known: Container[str]) -> Reply:
    """Return a reply whose calls have ids that no other call has: models forget them, and use them again."""
    taken: set[str] = set()
    calls: list[ToolCall] = []
    for call in reply.calls:
        name, number = call.id or "call", 1
        while name in known or name in taken or not name:
            number += 1
            name = f"{call.id or 'call'}-{number}"
        taken.add(name)
        calls.append(replace(call, id=name))
    return replace(reply, calls=tuple(calls))


class Parts:
    """A reply that comes in parts: text as it is said, and the calls that are asked for."""

    def __init__(self, agent: str) -> None:
        """Have nothing."""
        self._agent = agent
        self._reply = Reply()

    def add(self, part: object) -> str:
        """Take a part, and return what is to be shown of it."""
        more = reply_of(part, self._agent)
        own = self._reply
        is_whole = isinstance(part, Reply) and bool(own.text) and more.text == own.text
        text = "" if is_whole else more.text  # a reply at the end that says all of it again
        calls = (*own.calls, *more.calls)
        self._reply = Reply(own.text + text, calls, own.usage + more.usage, own.is_done or more.is_done)
        return text

    def whole(self) -> Reply:
        """Return all of it."""
        return self._reply
