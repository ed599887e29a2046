"""A class method returns one answer where all that override it yield several, which is what its callers go through."""

import asyncio


class Login:
    @classmethod
    async def sign_in(cls, **options: str) -> str:  # expect: DUO601
        if "key" not in options:
            raise ValueError("no key")
        return options["key"]

    @classmethod
    async def run(cls, **options: str):
        async for answer in cls.sign_in(**options):
            yield answer


class Cookies(Login):
    @classmethod
    async def sign_in(cls, **options: str):
        await asyncio.sleep(0)
        yield "cookie"


class Browser(Login):
    @classmethod
    async def sign_in(cls, **options: str):
        yield "open this page"
        await asyncio.sleep(1)
        yield "cookie"


class Device(Login):
    @classmethod
    async def sign_in(cls, **options: str):
        yield "enter this code"
        await asyncio.sleep(1)
        yield "token"
