"""Parity of every public method: one script of calls on both faces gives equal answers and leaves equal logs."""

from __future__ import annotations

import asyncio
import inspect
import re
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from duotone.runtime import (
    AsyncRuntime,
    AsyncSaga,
    AsyncSagaOrchestrator,
    Runtime,
    Saga,
    SagaOrchestrator,
    nothing_to_undo,
    saga,
)
from duotone.runtime.events import Append, Draft
from duotone.runtime.log import Log, MemoryStore
from tests.runtime.test_parity import told
from tests.runtime.trade import Refused, Shop

FACES = (AsyncRuntime, AsyncSaga, AsyncSagaOrchestrator)


class Wrapped:
    """An object of either face whose calls are waited for; notes which of its names were used."""

    def __init__(self, target: Any, runner: asyncio.Runner, used: set[tuple[str, str]]) -> None:
        self.target, self.runner, self.used = target, runner, used

    def __getattr__(self, name: str) -> Any:
        self.used.add((type(self.target).__name__.removeprefix("Async"), name))
        found = getattr(self.target, name)
        return (lambda *args, **named: self._result(found(*args, **named))) if inspect.ismethod(found) else found

    def _result(self, value: Any) -> Any:
        if isinstance(value, Coroutine):
            value = self.runner.run(value)
        if isinstance(value, Saga | AsyncSaga):
            return Wrapped(value, self.runner, self.used)
        if inspect.isasyncgen(value):
            return self.runner.run(_all(value))
        return list(value) if inspect.isgenerator(value) else value


async def _all(stream: Any) -> list[Any]:
    return [item async for item in stream]


@saga
def counting(run: Saga, start: int = 1) -> list[int]:
    return [run.step(abs, -start, name="first"), run.step(abs, -start - 1, name="second")]


def drive_sagas(runtime: Any, shop: Shop) -> list[object]:
    """Use every method of a saga; of several branches it is luck which one ends first."""
    one = runtime.saga("trade", id="t1").open()
    answers = [one.step(shop.sell, "tea", undo=shop.take_back), one.checkpoint(), str(one.status)]
    answers += [one.fan_out([(shop.sell, "cup")]), len(one.notes), one.finish("well")]
    two = runtime.saga("trade", id="t2").open()
    answers += [two.step(shop.sell_later, "tea", undo=shop.take_back_later), two.compensate("enough"), two.result()]
    three = runtime.saga("trade", id="t3").open()
    three.step(shop.sell, "tea", undo=nothing_to_undo)
    return [*answers, three.fail(Refused("no")), three.result()]


def drive_runs(runtime: Any, shop: Shop) -> list[object]:
    """Use every method of a runtime that begins runs, or goes on with them."""
    steps = [{"id": "sell", "function": "sell", "with": {"item": "tea"}}]
    steps += [{"id": "last", "function": "last", "needs": ["sell"]}]
    answers = [runtime.run(counting, id="f1"), sorted(runtime.units)]
    answers += [runtime.run_workflow({"name": "flow", "steps": steps}, id="w1", check=False).status]
    shop.leave.set()
    answers += [runtime.resume("w1"), runtime.cancel(_left(runtime, "l1", "sold")), runtime.recover()]
    unknown = _left(runtime, "l2", None)
    answers += [[row.run for row in runtime.left_behind()], [result.status for result in runtime.recover()]]
    answers += [str(runtime.get_run(unknown).status)]
    return [*answers, runtime.decide(unknown, "sell", "committed", "as seen"), runtime.resume(unknown).status]


def look(runtime: Any, shop: Shop) -> list[object]:  # as the others
    """Use every method of a runtime that looks, and branch last, since a branch has an id of its own."""
    answers: list[object] = [[(row.run, row.status) for row in runtime.runs()], runtime.replay("w1").problems]
    answers += [[event.kind for event in runtime.events("t2", follow=True)], len(runtime.notes)]
    return [*answers, runtime.branch("f1", "second", {"start": 4}).outputs, runtime.branch("w1", "last").status]


def orchestrate(runtime: Any, shop: Shop) -> list[object]:
    """Use every method of an orchestrator."""
    kind = AsyncSagaOrchestrator if isinstance(runtime.target, AsyncRuntime) else SagaOrchestrator
    driven = Wrapped(kind(runtime.target), runtime.runner, runtime.used)
    answers: list[object] = [len(driven.notes)]
    for end in (driven.finish, lambda name: driven.compensate(name, lambda step, result: None)):  # as asked
        name = driven.create_saga("steps")
        driven.add_step(name, "sell")
        answers += [driven.execute_step(name, "sell", shop.sell, "tea"), end(name).status, str(driven.status(name))]
    return answers


def leave(runtime: Any, shop: Shop) -> list[object]:  # as the others
    """Use what a runtime says of its engine, and what it is told before its process ends."""
    return [runtime.abilities, runtime.park(0.0)]


def _left(runtime: Any, run: str, result: str | None) -> str:
    """Write a run of a workflow that nobody drives, whose step ended with this result, or nobody knows how."""
    begun = dict(runtime.events("w1")[0].data)
    step: dict[str, Any] = {
        "step": "sell",
        "attempt": 1,
        "unit": "sell",
        "key": f"{run}/sell",
        "arguments": {"item": "x"},
    }
    drafts = [Draft("run.started", {**begun, "owner": "gone"}, run), Draft("step.started", step, run)]
    if result is not None:
        drafts += [Draft("step.ended", {"step": "sell", "attempt": 1, "outcome": "ok", "result": result}, run)]
    Log(runtime.log.store).append(Append(run, drafts))
    return run


def play(kind: Callable[..., Any]) -> tuple[list[object], list[Any], set[tuple[str, str]]]:
    """Play all scripts on a face; returns the answers, what the log tells, and which names were used."""
    shop, store, used = Shop(), MemoryStore(), set[tuple[str, str]]()

    def last() -> str:
        if not shop.leave.is_set():
            shop.refuse()
        return shop.sell("last")

    with asyncio.Runner() as runner:
        runtime = Wrapped(kind(store, units={"sell": shop.sell, "last": last}), runner, used)
        enter = getattr(runtime.target, "__aenter__", None) or runtime.target.__enter__
        runtime._result(enter())
        scripts = (drive_sagas, drive_runs, look, orchestrate, leave)
        answers = [answer for script in scripts for answer in script(runtime, shop)]
        runtime.close()
    events = [
        told(store.read(row.session)) for row in sorted(store.sessions(), key=lambda row: store.read(row.session)[0].id)
    ]
    return answers, events, used


def named(value: object) -> str:
    """Return what was said, without what differs by chance."""
    return re.sub(r"(counting|flow|steps)-[0-9a-f]{16}", r"\1-id", repr(value))


@pytest.mark.duotone(allow="blocked-loop")
def test_every_public_method_answers_and_writes_the_same_on_both_faces() -> None:
    (answers, events, used), (others, written, names) = play(Runtime), play(AsyncRuntime)
    assert [named(answer) for answer in answers] == [named(answer) for answer in others]
    assert [named(session) for session in events] == [named(session) for session in written]
    assert used == names
    # Conversations, the tasks that they give and the outbox have faces of their own, with their own tests.
    public = {
        (face.__name__.removeprefix("Async"), name) for face in FACES for name in vars(face) if name[0] != "_"
    } - {("Runtime", name) for name in ("conversation", "delegation", "enlist", "outbox")}
    assert public <= used, f"not played: {sorted(public - used)}"
