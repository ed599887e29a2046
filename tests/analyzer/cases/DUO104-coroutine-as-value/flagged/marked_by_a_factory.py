"""A decorator that a factory makes marks a function and gives it back."""

import asyncio
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


def route(path: str) -> Callable[[Function], Function]:
    def mark(function: Function) -> Function:
        function.__path__ = path
        return function

    return mark


def noted(text: str) -> Callable[[Function], Function]:
    """Note something."""

    def note(function):
        print(text, function)
        return function

    return note


class Answer:
    rows: list[str]


class Groups(Protocol):
    @route("/groups")
    async def list_groups(self) -> Answer: ...


class Members:
    @noted("members")
    async def list_members(self) -> Answer:
        await asyncio.sleep(0)
        return Answer()


class Report:
    def __init__(self, groups: Groups, members: Members) -> None:
        self.groups = groups
        self.members = members

    async def names(self) -> list[str]:
        found = [row for row in self.groups.list_groups().rows]  # expect: DUO104
        found += self.members.list_members().rows  # expect: DUO104
        return found
