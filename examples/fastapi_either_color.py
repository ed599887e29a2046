"""FastAPI: one piece of business code, used by handlers of either color under a real uvicorn."""

from __future__ import annotations

import asyncio
import threading

import httpx
import uvicorn
from fastapi import FastAPI

from duotone import call, configure, run

app = FastAPI()
configure(holding="raise")  # a sync wait on the server's own loop is refused, so no handler can hold up the others


async def price_of(item: str) -> int:
    await asyncio.sleep(0.01)
    return len(item)


def receipt(item: str) -> str:
    """Sync code that needs an async call, as much code does."""
    return f"{item}: {run(price_of, item)}"


@app.get("/sync/{item}")
def buy(item: str) -> str:
    return receipt(item)  # on a thread of FastAPI's; the price comes from duotone's loop


@app.get("/async/{item}")
async def buy_async(item: str) -> str:
    return await call(receipt, item)  # on a worker; the price comes from this loop


def main() -> None:
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        thread.join(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        for path in ("/sync/tea", "/async/coffee"):
            print(httpx.get(f"http://127.0.0.1:{port}{path}").raise_for_status().json())
    finally:
        server.should_exit = True
        thread.join()


if __name__ == "__main__":
    main()
