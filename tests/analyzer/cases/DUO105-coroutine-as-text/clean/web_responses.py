"""Responses that are made of results, that send a stream, or that run something once they were sent."""

import asyncio

from starlette.background import BackgroundTask
from starlette.responses import JSONResponse, StreamingResponse


async def snapshot(name: str):
    await asyncio.sleep(0)
    return {"name": name}


async def lines(name: str):
    await asyncio.sleep(0)
    yield name


async def state(request):
    pending = snapshot(request.url)
    return JSONResponse({"state": await pending}, background=BackgroundTask(snapshot, request.url))


async def followed(request):
    return StreamingResponse(lines(request.url))
