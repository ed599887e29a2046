"""What an application runs before the first request and after the last one holds up none."""

import asyncio
import time

from fastapi import APIRouter, FastAPI

app = FastAPI()
router = APIRouter()


def wait_for_disk() -> None:
    time.sleep(1)


@app.on_event("startup")
async def begin() -> None:
    await asyncio.sleep(0)
    wait_for_disk()
    time.sleep(1)
    await fill_cache()


async def fill_cache() -> None:
    wait_for_disk()
    await asyncio.sleep(0)


@router.on_event("shutdown")
async def end() -> None:
    await asyncio.sleep(0)
    wait_for_disk()


def build() -> FastAPI:
    inner = FastAPI()

    @inner.on_event("startup")
    async def begin_inside() -> None:
        wait_for_disk()
        await asyncio.sleep(0)

    return inner
