"""What a loop is left with is used as the result after it, and so is what a turn that was cut short has collected."""

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
            found = load(name)  # expect: DUO104
            break
    return found.title


async def titles(names: list[str]) -> list[str]:
    found = []
    for name in names:
        if name.startswith("#"):
            found.append(load(name))  # expect: DUO108
            continue
        found.append(await load(name))
    return [page.title for page in found]


async def renamed(names: list[str]) -> str:
    page = load("")  # expect: DUO104
    for name in names:
        if page.title == name:
            page = load(name)  # expect: DUO104
    return page.title
