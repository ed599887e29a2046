"""FastAPI: a saga, a workflow and a governed session in handlers of either color, under a real uvicorn."""

from __future__ import annotations

import threading

import httpx
import uvicorn
from fastapi import FastAPI
from governed_session import governed, governed_async
from refund_saga import refund_for, refund_for_async
from research_workflow import research, research_async

app = FastAPI()


@app.get("/sync/refund/{order}")
def refund(order: str) -> str:
    return refund_for("kim@example.com", order).status


@app.get("/async/refund/{order}")
async def refund_in_loop(order: str) -> str:
    return (await refund_for_async("nowhere", order)).status


@app.get("/sync/research/{topic}")
def look_up(topic: str) -> object:
    return research(topic).outputs


@app.get("/async/research/{topic}")
async def look_up_in_loop(topic: str) -> object:
    return (await research_async(topic)).outputs


@app.get("/sync/session/{name}")
def sit(name: str) -> str:
    return f"{name}: {governed()}"


@app.get("/async/session/{name}")
async def sit_in_loop(name: str) -> str:
    return f"{name}: {await governed_async()}"


def main() -> None:
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        thread.join(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        for sample in ("refund", "research", "session"):
            for color in ("sync", "async"):
                reply = httpx.get(f"http://127.0.0.1:{port}/{color}/{sample}/one", timeout=30)
                print(color, sample, reply.raise_for_status().json())
    finally:
        server.should_exit = True
        thread.join()


if __name__ == "__main__":
    main()
