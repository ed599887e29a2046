"""Factories that choose a class by an argument, which leads to the slow one, or to either."""

import asyncio
import time


class Near:
    def get(self, key: str) -> str:
        return key


class Far:
    def get(self, key: str) -> str:
        time.sleep(3)
        return key


class Factory:
    @staticmethod
    def create(kind: str, *args: object):
        if kind == "memory":
            return Near(*args)
        elif kind == "network":
            return Far()
        else:
            raise ValueError(kind)


def early(is_far: bool = False):
    if not is_far:
        return Near()
    return Far()


def changed(is_far: bool = False):
    is_far = is_far or time.monotonic() > 10
    if not is_far:
        return Near()
    return Far()


async def constant() -> None:
    await asyncio.sleep(0)
    Factory.create("network").get("a")  # expect: DUO302


async def flag() -> None:
    await asyncio.sleep(0)
    early(True).get("b")  # expect: DUO302


async def unknown(kind: str) -> None:
    await asyncio.sleep(0)
    Factory.create(kind).get("c")  # expect: DUO302


async def rebound() -> None:
    await asyncio.sleep(0)
    changed().get("d")  # expect: DUO302
