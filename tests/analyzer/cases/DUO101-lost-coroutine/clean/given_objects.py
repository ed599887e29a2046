"""What a context manager or a dependency gives has plain methods, or is awaited."""

import asyncio
from collections.abc import AsyncIterator, Generator, Iterator
from contextlib import contextmanager

from fastapi import Depends, FastAPI

app = FastAPI()


class Store:
    def put(self, name: str) -> None:
        print(name)

    async def flush(self) -> None:
        await asyncio.sleep(0)


@contextmanager
def borrowed() -> Iterator[Store]:
    yield Store()


@contextmanager
def owned() -> Generator[Store, None, None]:
    yield Store()


def get_store() -> Iterator[Store]:
    yield Store()


async def get_later() -> AsyncIterator[Store]:
    await asyncio.sleep(0)
    yield Store()


def overridden():
    raise NotImplementedError


@app.get("/")
async def index(store=Depends(get_store), later=Depends(get_later), other=Depends(overridden), name=Depends()):
    store.put("a")
    later.put("b")
    other.put("c")
    name.put("d")
    await store.flush()
    await later.flush()


async def main() -> None:
    with borrowed() as store, owned() as other:
        store.put("a")
        other.put("b")
        await store.flush()
        await other.flush()
