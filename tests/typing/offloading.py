"""`offload` gives exactly what the callee gives, on whichever worker it runs."""

from __future__ import annotations

import time
from functools import partial
from typing import Any, assert_type

from duotone import Pool, Worker, call, offload


def sync(number: int, *, text: str = "") -> float:
    return number + len(text)


async def later(number: int) -> bytes:
    return bytes(number)


def on_late(value: Any, error: BaseException | None) -> None: ...


async def offload_gives_what_the_callee_gives(pool: Pool, worker: Worker) -> None:
    assert_type(await offload(sync, 1, text="a"), float)
    assert_type(await offload(later, 1), bytes)
    assert_type(await offload(later, 1, pool=worker), bytes)
    assert_type(await offload(divmod, 7, 2, pool=pool, timeout=1), tuple[int, int])
    assert_type(await offload(partial(sync, 1, text="a"), pool=pool, timeout=0.5), float)
    assert_type(await offload(later, 1, on_late=on_late), bytes)
    await offload(time.sleep, 0.1)


async def offload_refuses_what_the_callee_refuses(pool: Pool) -> None:
    await offload(sync)  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
    await offload(sync, "1")  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
    await offload(sync, 1, "a")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
    await offload(later, "1", pool=pool)  # type: ignore[arg-type, call-arg]  # pyright: ignore[reportCallIssue]
    await offload(later, 1, pool="mine")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    await offload(later, 1, timeout="soon")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    await offload(later, 1, on_late=len)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    await offload(later(1))  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
    await offload(3)  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]


async def an_offload_that_is_not_awaited_is_found() -> None:
    offload(time.sleep, 1)  # type: ignore[unused-coroutine]  # pyright: ignore[reportUnusedCoroutine]
    call(time.sleep, 1)  # type: ignore[unused-coroutine]  # pyright: ignore[reportUnusedCoroutine]


def a_pool_is_itself_inside_its_block() -> None:
    with Pool(2, name="mine") as pool:
        assert_type(pool, Pool)
    with Worker() as worker:
        assert_type(worker, Worker)
    Pool("many")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Worker(2)  # type: ignore[arg-type, call-arg]  # pyright: ignore[reportCallIssue]
