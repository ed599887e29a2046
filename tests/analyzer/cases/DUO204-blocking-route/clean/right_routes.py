"""Routes that suspend, that are plain, that are trivial, or that offload what blocks."""

import asyncio
import time

from fastapi import FastAPI
from fastapi.concurrency import run_in_threadpool

app = FastAPI()


def build(month: str) -> str:
    time.sleep(1)
    return month


@app.get("/plain")
def plain(month: str) -> str:
    return build(month)


@app.get("/offloaded")
async def offloaded(month: str) -> str:
    return await asyncio.to_thread(build, month)


@app.get("/pooled")
async def pooled(month: str) -> str:
    return await run_in_threadpool(build, month)


@app.get("/awaited")
async def awaited(seconds: float) -> str:
    await asyncio.sleep(seconds)
    return "done"


@app.get("/health")
async def health() -> dict[str, bool]:
    return {"ok": True}


@app.post("/echo")
async def echo(text: str) -> str:
    return text.upper()
