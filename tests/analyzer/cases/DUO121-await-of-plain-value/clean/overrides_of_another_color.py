"""A method of a library hands on what an async override gives, wherever the object with the override comes from."""

import asyncio
import string


class Later(string.Formatter):
    async def vformat(self, format_string, args, kwargs):
        return await asyncio.to_thread(super().vformat, format_string, args, kwargs)


class Desk:
    formatter = None

    @classmethod
    async def greet(cls, name):
        if not cls.formatter:
            cls.formatter = Later()
        print(await cls.formatter.format("hello {}", name))


async def greet(name):
    print(await Later().format("hello {}", name))
