"""Attribute access itself gives the coroutine function or something unknown; calls of it are awaited."""

import asyncio
from typing import Any


class Remote:
    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        async def call(*args: Any) -> Any:
            await asyncio.sleep(0)
            return {"name": name, "args": args}

        return call

    def __getitem__(self, key: str) -> "Remote":
        return Remote(key)


class Field:
    def __get__(self, instance: object, owner: type) -> str:
        return "value"


class Form:
    title = Field()

    async def submit(self) -> str:
        await asyncio.sleep(0)
        return self.title.upper()


async def main(remote: Remote) -> str:
    found = await remote["a"]["b"].lookup("c")
    submit = Form().submit
    print(submit.__name__, (await submit()).lower())
    return found["name"]
