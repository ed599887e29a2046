"""After a call that never returns, the other branch is the only one that goes on."""

import asyncio
import sys
from typing import NoReturn, Protocol, runtime_checkable

import pytest


class Disk(Protocol):
    async def folder(self) -> str: ...


@runtime_checkable
class LinkedDisk(Protocol):
    async def target(self, name: str) -> str: ...


class Page:
    async def title(self) -> str:
        await asyncio.sleep(0)
        return ""


def give_up(text: str) -> NoReturn:
    raise SystemExit(text)


async def test_links(disk: Disk) -> None:
    if not isinstance(disk, LinkedDisk):
        pytest.skip("it has no links")
    assert disk.target("a") == "b"  # expect: DUO104


async def shown(page: Page | str) -> str:
    if isinstance(page, str):
        give_up(page)
    return page.title().upper()  # expect: DUO104


async def printed(page: Page | str) -> None:
    if isinstance(page, str):
        sys.exit(1)
    assert page.title() == "a"  # expect: DUO104
