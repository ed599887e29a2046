"""What a response of a web framework is made of is written out, and a coroutine can't be."""

import asyncio

import orjson
from fastapi.encoders import jsonable_encoder
from starlette.responses import HTMLResponse, JSONResponse


async def snapshot(name: str):
    await asyncio.sleep(0)
    return {"name": name}


async def state(request):
    data = snapshot(request.path_params["name"])  # expect: DUO105 | DUO108
    return JSONResponse({"state": data})


async def page(request):
    return HTMLResponse(content=snapshot(request.path_params["name"]), status_code=201)  # expect: DUO105


async def packed(request):
    print(jsonable_encoder(snapshot(request.url)))  # expect: DUO105
    return orjson.dumps(snapshot(request.url))  # expect: DUO105


class Versioned(JSONResponse):
    media_type = "application/vnd.state+json"


async def versioned(request):
    return Versioned(snapshot(request.url))  # expect: DUO105
