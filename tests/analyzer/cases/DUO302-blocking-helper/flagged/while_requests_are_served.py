"""A request may await what an application begins with, events of others come while all goes on, and so do middlewares."""

import asyncio
import time

from fastapi import FastAPI

app = FastAPI()


class Bus:
    def on_event(self, name: str):
        return lambda function: function


bus = Bus()


def wait_for_disk() -> None:
    time.sleep(1)


@app.on_event("startup")
async def begin() -> None:
    await asyncio.sleep(0)
    wait_for_disk()  # expect: DUO302
    await fill_cache()


@app.on_event("startup")
async def warm_up() -> None:
    await asyncio.sleep(0)
    await fill_cache()


async def fill_cache() -> None:
    wait_for_disk()  # expect: DUO302
    await asyncio.sleep(0)


@app.post("/again")
async def begin_again() -> None:
    await begin()


@app.middleware("http")
async def pause(request, call_next):
    wait_for_disk()  # expect: DUO302
    return await call_next(request)


@bus.on_event("startup")
async def note() -> None:
    await asyncio.sleep(0)
    wait_for_disk()  # expect: DUO302
