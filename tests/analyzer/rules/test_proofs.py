"""What a proof says is what the code does: who awaits, who loses, and what made something async."""

from __future__ import annotations

from pathlib import Path

from duotone.analyzer.engine import check
from duotone.analyzer.findings import Finding
from duotone.analyzer.settings import Settings


def found_in(folder: Path, text: str, code: str) -> Finding:
    """The one finding of a rule in a file."""
    path = folder / "shop.py"
    path.write_text(text, encoding="utf-8")
    [finding] = [one for one in check([path], Settings(root=folder, jobs=1)).findings if one.code == code]
    return finding


def test_a_needless_coroutine_that_is_lost_is_awaited_by_nobody(tmp_path: Path) -> None:
    text = """\
async def note(text: str) -> None:
    print(text)


async def sell() -> None:
    await note("sold")


async def buy() -> None:
    note("bought")
"""
    steps = [step.text for step in found_in(tmp_path, text, "DUO201").proof]
    assert steps == ["`shop.sell` awaits it for nothing"]


def test_what_a_decorator_made_async_is_named_with_it(tmp_path: Path) -> None:
    text = """\
import asyncio
import functools
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

R = TypeVar("R")


def threaded(function: Callable[..., R]) -> Callable[..., Coroutine[Any, Any, R]]:
    @functools.wraps(function)
    async def wrapper(*args: Any) -> R:
        return await asyncio.to_thread(function, *args)

    return wrapper


class Shop:
    @threaded
    def count(self) -> int:
        return 1

    def show(self) -> None:
        print(max(self.count(), 2))
"""
    finding = found_in(tmp_path, text, "DUO106")
    assert finding.message.startswith("the coroutine of `Shop.count` is given")
    assert finding.proof[0].text == "`Shop.count` is `def`, which `@threaded` made async"
    assert finding.proof[0].place is not None
    assert finding.proof[0].place.line == 19


def test_a_coroutine_in_what_nobody_reads_is_neither_hidden_nor_fixed(tmp_path: Path) -> None:
    text = """\
import asyncio


async def weigh(number: int) -> int:
    await asyncio.sleep(1)
    return number


async def weigh_all(count: int) -> list[int]:
    try:
        jobs = []
        for number in range(count):
            jobs.append(weigh(number))
        return await asyncio.gather(*[weigh(number) for number in range(count)])
    except Exception:
        return []
"""
    finding = found_in(tmp_path, text, "DUO108")
    assert finding.message == "the coroutine of `weigh` is put into `jobs`, which nobody reads, and never awaited"
    assert finding.fix is None
    assert "hidden" not in [step.kind for step in finding.proof]
