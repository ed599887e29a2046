"""What can be an agent: whatever the user has, and which faces can take a step with it."""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest

from duotone.contract import offload, shim
from duotone.errors import BadAgent, BadReply
from duotone.runtime import Retry, unit
from duotone.runtime.agents.agent import agent_of, takes_turn
from duotone.runtime.agents.replies import Parts, reply_of
from duotone.runtime.messages import Message, Reply, Role, ToolCall, Usage


def plain(turn: object) -> str:
    return "plain"


async def native(turn: object) -> str:
    return "native"


def streaming(turn: object) -> Iterator[str]:
    yield "part"


async def astreaming(turn: object) -> AsyncIterator[str]:
    yield "part"


class Stepping:
    def step(self, turn: object) -> str:
        return "step"


class Both(Stepping):
    async def astep(self, turn: object) -> str:
        return "astep"


class Shimmed(Stepping):
    @shim(of="step")
    async def astep(self, turn: object) -> Any:
        return await offload(self.step, turn)


class OnlySuper(Shimmed):
    async def astep(self, turn: object) -> Any:
        return await super().astep(turn)


class Covering(Stepping):
    async def astep(self, turn: object) -> Any:
        return self.step(turn)


class CoveringElsewhere(Covering):
    async def astep(self, turn: object) -> Any:
        return await super().astep(turn)


class Native(Shimmed):
    async def astep(self, turn: object) -> str:
        return "native"


class AsyncStep:
    async def step(self, turn: object) -> str:
        return "async"


class OnlyAstep:
    async def astep(self, turn: object) -> str:
        return "async"


class Called:
    async def __call__(self, turn: object) -> str:
        return "called"


@pytest.mark.parametrize(
    ("given", "can_sync", "can_async"),
    [
        (plain, True, False),
        (native, False, True),
        (streaming, True, False),
        (astreaming, False, True),
        (functools.partial(native), False, True),
        (lambda: "nothing taken", True, False),
        (Stepping(), True, False),
        (Both(), True, True),
        (Native(), True, True),
        (AsyncStep(), False, True),
        (OnlyAstep(), False, True),
        (Called(), False, True),
        (Both().step, True, False),
    ],
)
def test_what_an_agent_can_do_is_decided_when_it_is_registered(
    given: object, *, can_sync: bool, can_async: bool
) -> None:
    agent = agent_of(given)
    assert (agent.can_sync, agent.can_async) == (can_sync, can_async)
    assert agent_of(agent) is agent


@pytest.mark.parametrize("given", [Shimmed(), OnlySuper(), Covering(), CoveringElsewhere()])
def test_O2_an_astep_that_only_covers_the_step_is_no_native_one(given: object) -> None:
    agent = agent_of(given)
    assert agent.can_sync
    assert not agent.can_async


class Nothing:
    """Has no step."""


class OnlyCovers:
    @shim(of="step")
    async def astep(self, turn: object) -> str:
        return ""


def greedy(turn: object, other: object) -> str:
    return ""


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (Stepping, "pass an instance"),
        (Nothing(), "has no step"),
        (OnlyCovers(), "hasn't got"),
        (greedy, "and nothing else"),
        ("gpt", "has no step"),
    ],
)
def test_what_is_no_agent_is_refused(given: object, reason: str) -> None:
    with pytest.raises(BadAgent, match=reason):
        agent_of(given)


def test_the_contract_of_a_unit_is_kept() -> None:
    agent = agent_of(unit(plain, retry=Retry(attempts=3), timeout=5))
    assert (agent.retry.attempts, agent.timeout) == (3, 5)


@pytest.mark.parametrize(
    ("step", "answer"), [(plain, True), (lambda: "", False), (print, True), (lambda *, x=1: "", False)]
)
def test_who_takes_nothing_gets_nothing(step: Callable[..., Any], *, answer: bool) -> None:
    assert takes_turn(step) is answer


CALL = ToolCall("c", "look", {"at": 1})


@pytest.mark.parametrize(
    ("value", "reply"),
    [
        ("hi", Reply("hi")),
        (None, Reply()),
        (Reply("x"), Reply("x")),
        (CALL, Reply(calls=(CALL,))),
        (Message(Role.AGENT, "m", (CALL,)), Reply("m", (CALL,))),
        ({"text": "t", "usage": {"input_tokens": 3}}, Reply("t", usage=Usage(3))),
        ({"calls": [{"id": "c", "name": "look", "arguments": {"at": 1}}]}, Reply(calls=(CALL,))),
        ({"calls": [{"name": "look"}], "is_done": True}, Reply(calls=(ToolCall("", "look"),), is_done=True)),
    ],
)
def test_a_reply_may_have_any_of_these_forms(value: object, reply: Reply) -> None:
    assert reply_of(value, "a") == reply


NO_REPLIES: list[Any] = [
    3,
    ["x"],
    {"txt": "typo"},
    {"text": 3},
    {"calls": ["look"]},
    {"calls": [{}]},
    Message(Role.USER, "me"),
]


@pytest.mark.parametrize("value", NO_REPLIES)
def test_what_is_no_reply_is_refused(value: object) -> None:
    with pytest.raises(BadReply, match="the agent a gave no reply"):
        reply_of(value, "a")


def test_parts_are_put_together() -> None:
    parts = Parts("a")
    assert [parts.add(part) for part in ("he", "llo", CALL, Reply("hello", usage=Usage(1)))] == ["he", "llo", "", ""]
    assert parts.whole() == Reply("hello", (CALL,), Usage(1))
