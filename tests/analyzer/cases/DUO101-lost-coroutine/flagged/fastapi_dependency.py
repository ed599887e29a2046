"""A route gets its object from a dependency: annotated, by the function's return, by `Annotated`."""

import asyncio
from typing import Annotated

from fastapi import Depends, FastAPI

app = FastAPI()


class JobStore:
    async def enqueue(self, name: str) -> None:
        await asyncio.sleep(0)

    async def count(self) -> int:
        await asyncio.sleep(0)
        return 0


def get_store() -> JobStore:
    return JobStore()


Store = Annotated[JobStore, Depends(get_store)]


@app.post("/jobs/{name}")
async def create_job(name: str, store: JobStore = Depends(get_store)):
    store.enqueue(name)  # expect: DUO101
    return {"jobs": await store.count()}


@app.post("/again/{name}")
async def repeat_job(name: str, store: Store):
    store.enqueue(name)  # expect: DUO101
    return {"jobs": await store.count()}


@app.post("/once-more/{name}")
async def repeat_untyped(name: str, store=Depends(get_store)):
    store.enqueue(name)  # expect: DUO101
    return {"jobs": await store.count()}
