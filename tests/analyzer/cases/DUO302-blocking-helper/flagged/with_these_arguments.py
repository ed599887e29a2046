"""Helpers that block with the arguments that they get, by default or through another, or may do so."""

import asyncio
import time
import urllib.request
from typing import Any


def report(text: str, inline: bool = True) -> None:
    if inline:
        urllib.request.urlopen("https://example.org/?" + text)


class Catalog:
    def entries(self, *, only_kept: bool = False) -> list[str]:
        if only_kept:
            return ["kept"]
        return urllib.request.urlopen("https://example.org/").read().split()

    def listing(self, *, only_kept: bool = False) -> str:
        return ", ".join(self.entries(only_kept=only_kept))

    def refreshed(self, *, only_kept: bool = True) -> str:
        only_kept = only_kept and bool(self.__dict__)
        return ", ".join(self.entries(only_kept=only_kept))


def settle(wait: bool = False) -> None:
    if wait:
        time.sleep(1)


def pause(wait: bool = False) -> None:
    wait = wait or bool(__doc__)
    if wait:
        time.sleep(1)


async def main() -> None:
    report("started")  # expect: DUO302
    print(Catalog().listing())  # expect: DUO302
    print(Catalog().refreshed())  # expect: DUO302
    settle()
    settle(True)  # expect: DUO302
    pause()  # expect: DUO302
    await asyncio.sleep(0)


async def with_a_name(wait: bool) -> None:
    settle(wait)  # expect: DUO302
    await asyncio.sleep(0)


async def with_a_mapping(options: dict[str, Any]) -> None:
    settle(**options)  # expect: DUO302
    await asyncio.sleep(0)


async def with_a_list(options: list[Any]) -> None:
    settle(*options)  # expect: DUO302
    await asyncio.sleep(0)
