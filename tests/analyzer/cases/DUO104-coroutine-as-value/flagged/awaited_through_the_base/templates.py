"""Everybody awaits the method of the base, and one awaits none of a class made of it."""

import asyncio

import results


class Template:
    async def fetch(self, name: str) -> str:
        await asyncio.sleep(0)
        return name


class FileTemplate(Template):
    async def fetch(self, name: str) -> str:
        await asyncio.sleep(0)
        return f"file {name}"

    async def shown(self, name: str) -> object:
        found = self.fetch(name)  # expect: DUO104
        return results.Shown(found)
