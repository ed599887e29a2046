"""A fix that uncovers another fault is none that is applied unasked."""

from __future__ import annotations

from pathlib import Path

import pytest

from duotone.analyzer.engine import check
from duotone.analyzer.settings import Settings

BOOK = """\
import asyncio
import elsewhere


class Book:
    def __init__(self) -> None:
        self.shelf = elsewhere.shelf()

    def __enter__(self) -> "Book":
        return self

    def __exit__(self, *details: object) -> None:
        print("closed")

    def page(self, number: int) -> list[str]:
        return []

    async def fetch(self, number: int) -> list[str]:
        await asyncio.sleep(0)
        return []


async def read(book: Book) -> None:
    async with book as opened, book:
        print(LINE)
"""


@pytest.mark.parametrize(
    ("line", "is_safe", "uncovers"),
    [
        ("opened.page(1)", True, False),
        ("await opened.fetch(1)", True, False),
        ("await asyncio.to_thread(opened.page, 1)", True, False),
        ("await opened.page(1)", False, True),
        ("await opened.page(1).copy()", False, True),
        ("await opened", False, True),
        ("await opened.shelf.find(1)", False, False),
    ],
)
def test_a_block_is_entered_plainly_unasked_only_if_what_it_awaits_can_be_awaited_then(
    line: str, tmp_path: Path, *, is_safe: bool, uncovers: bool
) -> None:
    file = tmp_path / "a.py"
    file.write_text(BOOK.replace("LINE", line), encoding="utf-8")
    found = [one for one in check([file], Settings(root=tmp_path, jobs=1)).findings if one.code == "DUO123"]
    assert [one.fix is not None for one in found] == [not uncovers, not uncovers]
    assert [one.fix is not None and one.fix.is_safe for one in found] == [is_safe, is_safe]
    assert all(any(step.kind == "next" for step in one.proof) is uncovers for one in found)


DOORS = """\
import contextlib
import httpx


@contextlib.contextmanager
def get_door(house):
    yield house.door()


@contextlib.asynccontextmanager
async def get_async_door(house):
    yield house.door()


async def aget_door(house):
    return house.door()


class House:
    @contextlib.contextmanager
    def gate(self):
        yield self.anything

    @contextlib.asynccontextmanager
    async def agate(self):
        yield self.anything

    @contextlib.contextmanager
    def get_door(self):
        yield self.anything


class Hut:
    def __enter__(self):
        return self.anything

    def __exit__(self, *details):
        print("closed")


class AsyncHut:
    async def __aenter__(self):
        return self.anything

    async def __aexit__(self, *details):
        print("closed")


async def enter(house: House, hut: Hut):
    async with MANAGER as found:
        LINE
"""


@pytest.mark.parametrize(
    ("manager", "named"),
    [
        ("get_door(house)", "`a.get_door` gives|`a.get_async_door` is"),
        ("house.gate()", "`House.gate` gives|`House.agate` is"),
        ("house.get_door()", "`House.get_door` gives|"),
        ("Hut()", "`a.Hut` is|`a.AsyncHut` is"),
        ("hut", "`a.Hut` is|`a.AsyncHut` is"),
        ("httpx.Client()", "`httpx.Client` is|`httpx.AsyncClient` is"),
    ],
)
def test_a_plain_manager_is_named_with_its_async_twin_which_is_meant_where_the_block_awaits(
    manager: str, named: str, tmp_path: Path
) -> None:
    made, twin = named.split("|")
    message = f"{made} a plain context manager; `async with` can't enter it, `with` can"
    for line, has_fix in (("print(found)", True), ("await found.open()", not twin)):
        file = tmp_path / "a.py"
        file.write_text(DOORS.replace("MANAGER", manager).replace("LINE", line), encoding="utf-8")
        found = [one for one in check([file], Settings(root=tmp_path, jobs=1)).findings if one.code == "DUO123"]
        assert [one.message for one in found] == [message + (f"; {twin} its async twin" if twin else "")]
        assert (found[0].fix is not None) is has_fix
        assert found[0].fix is None or found[0].fix.is_safe is not bool(twin or "await" in line)
