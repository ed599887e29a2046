"""The function is given as a value to something that awaits it, or that cannot be seen."""

import asyncio
from collections.abc import Awaitable, Callable

from aiohttp import web
from starlette.applications import Starlette
from starlette.routing import Route


async def retry(function: Callable[[], Awaitable[int]], times: int) -> int:
    for _ in range(times):
        await function()
    return await function()


async def answer() -> int:
    return 42


async def homepage(request) -> str:
    return "home"


async def on_startup(app) -> None:
    app["ready"] = True


async def on_connect(reader, writer) -> None:
    writer.write(b"hello\n")
    writer.close()


async def sse(scope, receive, send) -> None:
    print(scope)


app = Starlette(routes=[Route("/", homepage), Route("/sse", endpoint=sse)])
site = web.Application()
site.on_startup.append(on_startup)


async def main() -> None:
    print(await retry(answer, 3))
    server = await asyncio.start_server(on_connect, "127.0.0.1", 0)
    async with server:
        await server.serve_forever()
