"""A decorator that a factory makes is declared to give what the function gives."""

import asyncio
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

Given = ParamSpec("Given")
Owner = TypeVar("Owner")
Result = TypeVar("Result")

Function = TypeVar("Function", bound=Callable[..., Any])


class Registry:
    def __init__(self):
        self.names: list[str] = []

    def request(self, name: str) -> Callable[[Callable[Given, Result]], Callable[Given, Result]]:
        def register(function: Callable[Given, Result]) -> Callable[Given, Result]:
            self.names.append(name)
            return function

        return register


def limited(
    most: int = 1,
) -> Callable[[Callable[Concatenate[Owner, Given], Result]], Callable[Concatenate[Owner, Given], Result]]:
    def limit(function: Callable[Concatenate[Owner, Given], Result]) -> Callable[Concatenate[Owner, Given], Result]:
        print(most)
        return function

    return limit


def tagged(name: str) -> Callable[[Function], Function]:
    def tag(function: Function) -> Function:
        print(name)
        return function

    return tag


registry = Registry()


class Node:
    @registry.request("peak")
    async def new_peak(self, height: int) -> int:
        await asyncio.sleep(0)
        return height

    @limited(most=3)
    async def respond(self) -> str:
        await asyncio.sleep(0)
        return ""

    @tagged("end")
    async def finish(self) -> str:
        await asyncio.sleep(0)
        return ""


async def follow(node: Node) -> str:
    node.finish()  # expect: DUO101
    print(await node.finish())
    node.new_peak(1)  # expect: DUO101
    height = node.new_peak(2)  # expect: DUO104
    print(height + 1)
    return node.respond()  # expect: DUO107
