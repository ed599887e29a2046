"""What `next` and `iter` take out of a container or a generator is of its elements, and so is what a protocol gives."""

import asyncio
from collections.abc import Iterator
from typing import Protocol, TypeVar

Held = TypeVar("Held", covariant=True)


class Tool:
    name = ""

    async def execute(self) -> None:
        await asyncio.sleep(0)


class Hammer:
    def execute(self) -> None:
        print("bang")


class Holder(Protocol[Held]):
    def held(self) -> Held: ...


class Box:
    def held(self) -> Tool:
        return Tool()


class Rack:
    def __init__(self, tools: list[Tool]) -> None:
        self.tools = tools

    def __iter__(self) -> Iterator[Tool]:
        return iter(self.tools)


def taken(holder: Holder[Held]) -> Held:
    return holder.held()


async def use(tools: list[Tool], name: str) -> None:
    if found := next((tool for tool in tools if tool.name == name), None):
        found.execute()  # expect: DUO101
    next(iter(tools)).execute()  # expect: DUO101
    next(iter(Rack(tools))).execute()  # expect: DUO101
    taken(Box()).execute()  # expect: DUO101


async def strike(hammers: list[Hammer]) -> None:
    await asyncio.sleep(0)
    next(iter(hammers)).execute()
