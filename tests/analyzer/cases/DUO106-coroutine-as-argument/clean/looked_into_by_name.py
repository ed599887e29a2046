"""Helpers that look for what coroutines have, or get along without."""

import asyncio


async def ask(kind: str) -> str:
    await asyncio.sleep(0)
    return kind


def describe(work):
    print(getattr(work, "label", ""), getattr(work, "__name__"), getattr(work, "cr_code"))
    return asyncio.ensure_future(work)


async def main() -> None:
    await describe(ask("name"))


def kind_of(work):
    print(getattr(work, "__class__"))
    return asyncio.ensure_future(work)


async def again() -> None:
    await kind_of(ask("kind"))
