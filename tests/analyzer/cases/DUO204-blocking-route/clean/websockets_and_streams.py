"""Routes that have to be async: websockets, streams, request bodies, loops."""

import asyncio

from fastapi import FastAPI, Request, WebSocket
from fastapi.responses import StreamingResponse

app = FastAPI()


@app.websocket("/ws")
async def chat(socket: WebSocket) -> None:
    await socket.accept()
    async for text in socket.iter_text():
        await socket.send_text(text)


@app.post("/raw")
async def raw(request: Request) -> int:
    return len(await request.body())


@app.get("/stream")
async def stream() -> StreamingResponse:
    async def numbers():
        for number in range(3):
            yield str(number)
            await asyncio.sleep(1)

    return StreamingResponse(numbers())


@app.get("/later")
async def later(request: Request) -> str:
    loop = asyncio.get_running_loop()
    loop.call_later(1, print, "later")
    return "scheduled"
