"""Both faces of the runtime have the same methods, which differ in their color alone."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any, assert_type

from duotone.runtime import (
    AsyncRuntime,
    AsyncSaga,
    Event,
    Replay,
    Retry,
    RunResult,
    RunRow,
    Runtime,
    Saga,
    Unit,
    nothing_to_undo,
    run_workflow,
    run_workflow_async,
    unit,
)


def charge(amount: int) -> str:
    return str(amount)


async def refund(result: str) -> None: ...


def a_unit_keeps_the_signature_of_its_function() -> None:
    made = unit(charge, undo=refund, retry=Retry(attempts=2))
    assert_type(made(3), str)
    made("three")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]

    @unit(idempotent=True)
    def decorated(name: str) -> int:
        return len(name)

    assert_type(decorated("a"), int)
    other: Unit[[str], int] = decorated
    other("a")


def the_sync_face_gives_values() -> None:
    with Runtime("app.db", units={"charge": charge}) as runtime:
        assert_type(runtime, Runtime)
        with runtime.saga("order", deadline=5) as saga:
            assert_type(saga, Saga)
            assert_type(saga.step(charge, 3, undo=refund), Any)
            assert_type(saga.fan_out([(charge, 3), charge]), Any)
        assert_type(saga.result(), RunResult)
        assert_type(runtime.run_workflow("flow.yaml", {"a": 1}), RunResult)
        assert_type(runtime.resume("r"), RunResult)
        assert_type(runtime.replay("r"), Replay)
        assert_type(runtime.runs(), list[RunRow])
        assert_type(runtime.events("r"), Iterator[Event])
    assert_type(run_workflow({"name": "a"}), RunResult)


async def the_async_face_gives_the_same_when_awaited() -> None:
    async with AsyncRuntime() as runtime:
        assert_type(runtime, AsyncRuntime)
        async with runtime.saga("order") as saga:
            assert_type(saga, AsyncSaga)
            assert_type(await saga.step(charge, 3, undo=nothing_to_undo), Any)
        assert_type(await runtime.run_workflow("flow.yaml"), RunResult)
        assert_type(await runtime.recover(), list[RunResult])
        assert_type(runtime.events("r"), AsyncIterator[Event])
    assert_type(await run_workflow_async("flow.yaml"), RunResult)


async def what_is_not_asked_for_by_name_is_refused(runtime: AsyncRuntime) -> None:
    runtime.saga("order", 5)  # type: ignore[arg-type, call-arg]  # pyright: ignore[reportCallIssue]
    await runtime.decide("r", "s", "perhaps")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
