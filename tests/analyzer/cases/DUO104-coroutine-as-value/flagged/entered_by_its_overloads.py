"""A coroutine of a function with overloads is entered, which only its result can be."""

import asyncio
from typing import Literal, overload


class Page:
    async def __aenter__(self) -> "Page":
        return self

    async def __aexit__(self, *error: object) -> None:
        await asyncio.sleep(0)


class Book(Page):
    pass


@overload
async def opened(title: str, kind: Literal["page"] = "page") -> Page: ...


@overload
async def opened(title: str, kind: Literal["book"]) -> Book: ...


async def opened(title: str, kind: str = "page") -> Page:
    await asyncio.sleep(0)
    return Page() if kind == "page" else Book()


async def main() -> None:
    async with await opened("atlas"):
        pass
    async with opened("atlas"):  # expect: DUO104
        pass
    async with opened("atlas", "book"):  # expect: DUO104
        pass
