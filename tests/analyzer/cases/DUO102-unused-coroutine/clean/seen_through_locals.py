"""The names of a function are read as a whole: locals(), vars(), eval, exec, a frame."""

import asyncio


async def query(name: str) -> str:
    await asyncio.sleep(0)
    return name


def template_context() -> dict[str, object]:
    users = query("users")
    groups = query("groups")
    return locals()


async def evaluated(text: str) -> object:
    users = query("users")
    return await eval(text)
