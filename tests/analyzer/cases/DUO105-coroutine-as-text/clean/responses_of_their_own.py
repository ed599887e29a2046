"""A response with a constructor of its own may do with its content what it wants."""

import asyncio

from starlette.responses import Response


async def snapshot(name: str):
    await asyncio.sleep(0)
    return {"name": name}


class Later(Response):
    def __init__(self, content):
        super().__init__()
        self.content = content

    async def __call__(self, scope, receive, send):
        await send(await self.content)


async def state(request):
    return Later(snapshot(request.url))
