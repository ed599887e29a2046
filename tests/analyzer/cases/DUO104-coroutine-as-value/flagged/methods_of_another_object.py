"""An object keeps the methods of another one under their own names, and nothing more is known of that one."""

import asyncio
import importlib


class Reader:
    async def scopes_of_tag(self, tag: str) -> set[str]:
        await asyncio.sleep(0)
        return {tag}


class Policy:
    def __init__(self, path: str, allowed: set[str]) -> None:
        self.allowed = allowed
        self.reader = importlib.import_module(path).Reader()
        self.scopes_of_tag = self.reader.scopes_of_tag

    async def all_of(self, tags: list[str]) -> set[str]:
        found: set[str] = set()
        for tag in tags:
            scopes = self.scopes_of_tag(tag)  # expect: DUO104
            found.update(scopes if scopes.issubset(self.allowed) else set())
        return found


async def read(reader: Reader) -> set[str]:
    return await reader.scopes_of_tag("all")
