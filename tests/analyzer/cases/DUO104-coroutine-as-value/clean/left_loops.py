"""What a loop is left with, and what its turns have collected, is awaited after it."""

import asyncio


class Page:
    title = ""


async def load(name: str) -> Page:
    await asyncio.sleep(0)
    return Page()


async def first(names: list[str]) -> str:
    found = None
    for name in names:
        if name:
            found = load(name)
            break
    return (await found).title if found is not None else ""


async def titles(names: list[str]) -> list[str]:
    found = []
    for name in names:
        if name.startswith("#"):
            found.append(load(name))
            continue
        found.append(load(f"#{name}"))
    return [page.title for page in await asyncio.gather(*found)]
