"""An object keeps a function under a name that an async method has elsewhere, and it is another one."""

import asyncio
import importlib


class Reader:
    async def scopes_of_tag(self, tag: str) -> set[str]:
        await asyncio.sleep(0)
        return {tag}


async def read(reader: Reader) -> set[str]:
    return await reader.scopes_of_tag("all")


class Policy:
    def __init__(self, path: str, allowed: set[str]) -> None:
        self.allowed = allowed
        self.scopes_of_tag = importlib.import_module(path).cached_scopes

    async def may(self, tag: str) -> bool:
        return self.scopes_of_tag(tag).issubset(self.allowed)


class Table:
    def __init__(self, path: str, allowed: set[str]) -> None:
        self.allowed = allowed
        self.scopes_of_tag = importlib.import_module(path).scopes_of_tag
        if not allowed:
            self.scopes_of_tag = {}.get

    async def may(self, tag: str) -> bool:
        return self.scopes_of_tag(tag).issubset(self.allowed)
