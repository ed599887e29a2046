"""What plain code has run may start others, be awaited by who isn't run so, or be given to somebody else as well."""

import asyncio
import time

from aiohttp import web
from asgiref.sync import async_to_sync


def send() -> None:
    async_to_sync(post_all)()
    async_to_sync(post)("a")
    async_to_sync(look_up)(None)


async def post_all() -> None:
    await asyncio.gather(post_slowly("a"), post_slowly("b"))


async def post_slowly(name: str) -> None:
    await asyncio.sleep(0)
    time.sleep(1)  # expect: DUO301
    print(name)


async def post(name: str) -> None:
    await asyncio.sleep(0)
    time.sleep(1)  # expect: DUO301
    print(name)


async def serve(request: web.Request) -> web.Response:
    await post(request.path)
    return web.Response()


async def look_up(request: web.Request | None) -> web.Response:
    await asyncio.sleep(0)
    time.sleep(1)  # expect: DUO301
    return web.Response()


application = web.Application()
application.router.add_get("/", serve)
application.router.add_get("/look", look_up)
