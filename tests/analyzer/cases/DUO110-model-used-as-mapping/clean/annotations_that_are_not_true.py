"""The function returns dictionaries, whatever it is declared to."""

import asyncio


class Result:
    def __init__(self, name: str) -> None:
        self.name = name


def shown(results):
    return [{"name": result.name} for result in results]


async def search(text: str) -> list[Result]:
    await asyncio.sleep(0)
    return shown([Result(text)])


async def first(text: str) -> str:
    found = await search(text)
    return found[0]["name"]
