"""`run` and `call` give exactly what the callee gives, and their arguments are those of the callee."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Coroutine
from functools import partial
from typing import Any, assert_type

from duotone import call, run


def sync(number: int, text: str = "") -> float:
    return number + len(text)


async def later(number: int, *, text: str = "") -> bytes:
    return text.encode() * number


def either(number: int) -> Awaitable[list[int]]:
    return asyncio.sleep(0, [number])


async def of_one(number: int) -> str:
    return str(number)


class Service:
    def __init__(self, name: str) -> None:
        self.name = name

    async def fetch(self, key: int) -> dict[str, int]:
        return {self.name: key}

    def close(self) -> None: ...

    async def __call__(self, flag: bool) -> bool:  # noqa: FBT001  # one argument of a type of its own
        return flag


def run_gives_what_the_callee_gives(service: Service) -> None:
    assert_type(run(sync, 1), float)
    assert_type(run(sync, 1, text="a"), float)
    assert_type(run(later, 1, text="a"), bytes)
    assert_type(run(either, 1), list[int])
    assert_type(run(service.fetch, 1), dict[str, int])
    assert_type(run(service, flag=True), bool)
    assert_type(run(Service, "name"), Service)
    assert_type(run(lambda: 3), int)
    assert_type(run(asyncio.sleep, 0.5, "late"), str)
    run(service.close)


def run_gives_what_an_awaitable_gives(
    service: Service, future: asyncio.Future[int], task: asyncio.Task[str], coroutine: Coroutine[Any, Any, bytes]
) -> None:
    assert_type(run(future), int)
    assert_type(run(task, timeout=1), str)
    assert_type(run(coroutine, holding="warn"), bytes)
    assert_type(run(service.fetch(1)), dict[str, int])


def run_with_options_still_checks_the_arguments(service: Service) -> None:
    assert_type(run(of_one, 1, timeout=0.5), str)
    assert_type(run(service.fetch, 1, timeout=0.5, holding="raise"), dict[str, int])
    assert_type(run(divmod, 7, 2, timeout=1), tuple[int, int])
    assert_type(run(partial(later, 1, text="a"), timeout=1), bytes)
    run(of_one, "1", timeout=0.5)  # type: ignore[arg-type, call-arg]  # pyright: ignore[reportCallIssue]
    run(of_one, timeout=0.5)  # type: ignore[arg-type, call-arg]  # pyright: ignore[reportCallIssue]
    run(of_one, 1, timeout="soon")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    run(of_one, 1, holding="no")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]


def run_refuses_what_the_callee_refuses(service: Service) -> None:
    run(sync)  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
    run(sync, "1")  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
    run(sync, 1, txt="a")  # type: ignore[arg-type, call-arg]  # pyright: ignore[reportCallIssue]
    run(later, 1, "a")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
    run(service.fetch, "1")  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
    run(service, 3)  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
    run(3)  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
    run(service.fetch(1), 2)  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]


async def call_gives_what_the_callee_gives(service: Service, future: asyncio.Future[int]) -> None:
    assert_type(await call(sync, 1, text="a"), float)
    assert_type(await call(later, 1, text="a"), bytes)
    assert_type(await call(either, 1), list[int])
    assert_type(await call(service.fetch, 1), dict[str, int])
    assert_type(await call(service, flag=True), bool)
    assert_type(await call(future), int)
    assert_type(await call(service.fetch(1), timeout=1), dict[str, int])
    assert_type(await call(of_one, 1, timeout=0.5), str)
    assert_type(await call(divmod, 7, 2, timeout=1), tuple[int, int])
    assert_type(await call(partial(later, 1, text="a"), timeout=1), bytes)


async def call_refuses_what_the_callee_refuses(service: Service) -> None:
    await call(sync)  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
    await call(sync, "1")  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
    await call(later, 1, "a")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
    await call(of_one, "1", timeout=0.5)  # type: ignore[arg-type, call-arg]  # pyright: ignore[reportCallIssue]
    await call(of_one, timeout=0.5)  # type: ignore[arg-type, call-arg]  # pyright: ignore[reportCallIssue]
    await call(of_one, 1, holding="warn")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    await call(service.fetch(1), 2)  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]


async def a_call_that_is_not_awaited_is_found() -> None:
    call(sync, 1)  # type: ignore[unused-coroutine]  # pyright: ignore[reportUnusedCoroutine]
