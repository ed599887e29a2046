"""Many who call the method of the base make something of the coroutine, and so does one of a class made of it."""

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
        found = self.fetch(name)
        return results.Shown(found)


async def page(template: Template) -> object:
    found = template.fetch("page")
    return results.Shown(found)


async def mail(template: Template) -> str:
    task = asyncio.create_task(template.fetch("mail"))
    return await task
