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
    assert [one.fix is not None and one.fix.is_safe for one in found] == [is_safe, is_safe]
    assert all(any(step.kind == "next" for step in one.proof) is uncovers for one in found)
