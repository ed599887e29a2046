"""Tools in turns: whatever a tool does, its call has one recorded outcome, and the turn goes on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from duotone.contract.settings import settings
from duotone.runtime import Rule, Verdict, tool
from duotone.runtime.conversation.states import State
from duotone.runtime.messages import ToolCall
from duotone.runtime.tools import read_result
from duotone.runtime.tools.tool import tool_of
from tests.runtime.tools.calls import FACES
from tests.runtime.tools.turns import play

go = threading.Event()


@pytest.fixture(autouse=True)
def short_grace(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(settings, "grace", 0.05)
    go.clear()
    yield
    go.set()


def raises() -> None:
    raise ValueError("the shelf is empty")


async def raises_on_a_loop() -> None:
    raise ValueError("the shelf is empty")


@tool(timeout=0.05)
def hangs() -> None:
    go.wait()


@tool(timeout=0.05)
async def hangs_on_a_loop() -> None:
    await asyncio.Event().wait()


@tool(timeout=0.05)
async def ignores_cancellation() -> None:
    while not go.is_set():
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(0.01)


@tool(timeout=0.05)
def ignores_signals() -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    go.wait()


def returns_a_coroutine() -> Any:
    async def inner() -> str:
        return "drained"

    return inner()


def hides_a_coroutine() -> Any:
    return {"inner": returns_a_coroutine()}


def prints_a_megabyte() -> str:
    sys.stdout.write("x" * 1_000_000)
    return "printed"


def returns_a_megabyte() -> str:
    return "x" * 1_000_000


def forks() -> str:
    child = os.fork()
    if child == 0:
        return "this is the child"
    _, status = os.waitpid(child, 0)
    return f"the child ended with {os.waitstatus_to_exitcode(status)}"


def holds_itself() -> Any:
    circle: list[Any] = []
    circle.append(circle)
    return circle


TROUBLE = [
    (raises, {"failed"}, "{tool} failed: ValueError: the shelf is empty"),
    (raises_on_a_loop, {"failed"}, "{tool} failed: ValueError: the shelf is empty"),
    (hangs, {"abandoned"}, "{tool} was given up and may still be at work"),
    (hangs_on_a_loop, {"timed_out"}, "{tool} was stopped: "),
    (ignores_cancellation, {"abandoned"}, "{tool} was given up and may still be at work"),
    (ignores_signals, {"abandoned"}, "{tool} was given up and may still be at work"),
    (returns_a_coroutine, {"ok"}, "drained"),
    (hides_a_coroutine, {"failed"}, "{tool} failed: Unkeepable"),
    (prints_a_megabyte, {"ok"}, "printed"),
    (returns_a_megabyte, {"ok"}, "xxx"),
    (forks, {"ok"}, "the child ended with 70"),
    (holds_itself, {"ok"}, "[[...]]"),
]


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
@FACES
@pytest.mark.parametrize(("trouble", "outcomes", "said"), TROUBLE, ids=lambda one: getattr(one, "name", None))
def test_a_tool_that_misbehaves_has_one_outcome_and_the_turn_goes_on(
    face: str, trouble: Any, outcomes: set[str], said: str
) -> None:
    played = play(face, [trouble], [ToolCall("c1", tool_of(trouble).name)], at_the_end=go.set)
    assert (played.result.state, played.result.text) == (State.IDLE, "done")
    ((call, ends),) = played.outcomes.items()
    assert (call, len(ends)) == ("c1", 1)
    assert set(ends) <= outcomes
    assert played.answers[0].startswith(said.format(tool=tool_of(trouble).name))


@FACES
def test_every_kind_of_trouble_in_one_reply_leaves_the_others_alone(face: str) -> None:
    troubles: list[Any] = [
        raises,
        hangs,
        hangs_on_a_loop,
        ignores_cancellation,
        returns_a_coroutine,
        prints_a_megabyte,
    ]
    tools = [tool_of(one) for one in troubles]
    calls = [ToolCall(f"c{number}", one.name) for number, one in enumerate(tools)]
    played = play(
        face, tools, [*calls, ToolCall("c6", "no_such_tool"), ToolCall("c7", "raises", "{broken")], at_the_end=go.set
    )
    assert played.result.text == "done"
    assert {call: len(ends) for call, ends in played.outcomes.items()} == {f"c{n}": 1 for n in range(8)}
    assert len(played.answers) == 8


@FACES
def test_an_agent_reads_on_in_a_long_result_in_the_same_turn(face: str) -> None:
    long = tool(lambda: "".join(f"line {n}\n" for n in range(20_000)), name="long")
    seen = play(face, [long, read_result], [ToolCall("c1", "long")]).answers[0]
    reference = seen.partition("result='")[2].partition("'")[0]
    played = play(
        face,
        [long, read_result],
        [ToolCall("c1", "long")],
        [ToolCall("c2", "read_result", {"result": reference, "offset": 0, "length": 7})],
    )
    assert played.answers[1].startswith("line 0\n")
    assert max(len(str(event.data)) for event in played.events) < 40_000


@FACES
def test_calls_that_share_a_lock_never_overlap_and_others_do(face: str) -> None:
    inside: list[str] = []
    overlaps: set[frozenset[str]] = set()

    def made(name: str, *locks: str) -> Any:
        async def work() -> str:
            inside.append(name)
            overlaps.update(frozenset({name, other}) for other in inside if other != name)
            await asyncio.sleep(0.02)
            inside.remove(name)
            return name

        return tool(work, name=name, locks=locks)

    tools = [made("one", "db"), made("two", "db", "disk"), made("three", "disk"), made("free")]
    played = play(face, tools, [ToolCall(one.name, one.name) for one in tools])
    assert sorted(played.answers) == ["free", "one", "three", "two"]
    assert not overlaps & {frozenset({"one", "two"}), frozenset({"two", "three"})}
    assert frozenset({"one", "free"}) in overlaps


@FACES
def test_a_tool_that_wants_to_be_alone_is(face: str) -> None:
    times: dict[str, tuple[float, float]] = {}

    def made(name: str, *, parallel: bool) -> Any:
        async def work() -> None:
            begun = time.monotonic()
            await asyncio.sleep(0.02)
            times[name] = begun, time.monotonic()

        return tool(work, name=name, parallel=parallel)

    tools = [made("a", parallel=True), made("b", parallel=False), made("c", parallel=True)]
    play(face, tools, [ToolCall(one.name, one.name) for one in tools])
    assert times["a"][1] <= times["b"][0]
    assert times["b"][1] <= times["c"][0]


@FACES
def test_what_can_not_be_taken_back_waits_for_a_person_and_what_is_denied_is_answered(face: str) -> None:
    paid: list[int] = []
    pay = tool(paid.append, name="pay", risk="irreversible", schema={"type": "object"})
    waits = play(face, [pay], [ToolCall("c1", "pay", {})])
    assert (waits.result.state, list(waits.result.asked)) == (State.WAITING, ["c1"])
    denied = play(face, [pay], [ToolCall("c1", "pay", {})], approve=Rule(Verdict.DENY, action="pay", reason="no money"))
    assert denied.result.text == "done"
    assert "no money" in denied.answers[0]
    assert paid == []
