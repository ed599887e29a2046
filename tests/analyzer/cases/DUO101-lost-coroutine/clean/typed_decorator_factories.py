"""Decorators that factories make: of plain functions, and of those whose color they are declared to change."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, ParamSpec, TypeVar, cast

Given = ParamSpec("Given")
Result = TypeVar("Result")
Function = TypeVar("Function", bound=Callable[..., Any])


def named(name: str) -> Callable[[Callable[Given, Result]], Callable[Given, Result]]:
    def register(function: Callable[Given, Result]) -> Callable[Given, Result]:
        print(name)
        return function

    return register


def blocking(name: str) -> Callable[[Callable[Given, Awaitable[Result]]], Callable[Given, Result]]:
    def make(function: Callable[Given, Awaitable[Result]]) -> Callable[Given, Result]:
        def wrapper(*args: Given.args, **kwargs: Given.kwargs) -> Result:
            async def run() -> Result:
                return await function(*args, **kwargs)

            return asyncio.run(run())

        print(name)
        return wrapper

    return make


def command(name: str) -> Callable[[Callable[..., Coroutine[Any, Any, Any]]], Callable[..., None]]:
    def make(function: Callable[..., Coroutine[Any, Any, Any]]) -> Callable[..., None]:
        def wrapper(*args: Any) -> None:
            print(name, asyncio.run(function(*args)))

        return wrapper

    return make


def entry(name: str) -> Callable[[Function], Function]:
    """Say less than the truth: what it makes runs a loop of its own."""

    def make(function: Function) -> Function:
        def wrapper(*args: Any) -> Any:
            print(name)
            return asyncio.run(function(*args))

        return cast("Function", wrapper)

    return make


@named("size")
def size(text: str) -> int:
    return len(text)


@named("fetch")
async def fetch(text: str) -> int:
    await asyncio.sleep(0)
    return len(text)


@blocking("load")
async def load(text: str) -> int:
    await asyncio.sleep(0)
    return len(text)


@command("serve")
async def serve(text: str) -> int:
    await asyncio.sleep(0)
    return len(text)


@entry("begin")
async def begin(text: str) -> int:
    await asyncio.sleep(0)
    return len(text)


async def look() -> int:
    size("a")
    return size("b") + await fetch("c")


def main() -> None:
    serve("a")
    begin("a")
    print(load("b") + 1)
    load("c")
