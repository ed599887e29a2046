"""Factories that choose a class by an argument, which is a constant wherever they are called."""

import asyncio
import time

import kinds

NEAR = "memory"


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


def matched(kind: str = "memory"):
    match kind:
        case "memory":
            return Near()
        case _:
            return Far()


def early(is_far: bool = False):
    if not is_far:
        return Near()
    return Far()


async def main() -> None:
    await asyncio.sleep(0)
    Factory.create("memory").get("a")
    Factory.create(kinds.MEMORY).get("b")
    Factory.create(kind=NEAR).get("c")
    matched().get("d")
    matched("memory").get("e")
    early().get("f")
