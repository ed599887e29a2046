"""A coroutine function is a key, a predicate, a reducer or a default factory."""

import asyncio
import functools
from collections import defaultdict
from dataclasses import dataclass, field


async def weight(name: str) -> int:
    await asyncio.sleep(0)
    return len(name)


async def is_heavy(name: str) -> bool:
    await asyncio.sleep(0)
    return True


async def combine(left: str, right: str) -> str:
    await asyncio.sleep(0)
    return left + right


async def empty() -> list[str]:
    await asyncio.sleep(0)
    return []


def arrange(names: list[str]) -> list[object]:
    rows = defaultdict(empty)  # expect: DUO701
    names.sort(key=weight)  # expect: DUO701
    return [
        rows,
        sorted(names, key=weight),  # expect: DUO701
        max(names, key=weight),  # expect: DUO701
        list(filter(is_heavy, names)),  # expect: DUO701
        functools.reduce(combine, names),  # expect: DUO701
    ]


@dataclass
class Bag:
    names: list[str] = field(default_factory=empty)  # expect: DUO701
