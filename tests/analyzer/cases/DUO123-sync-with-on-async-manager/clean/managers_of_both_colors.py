"""A class with both protocols, an unknown class, or one that delegates may be entered either way."""

import asyncio

import aiohttp
import httpx
from vendor_sdk import Session, open_session


class Pool:
    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *details: object) -> None:
        print("closed")

    async def __aenter__(self) -> "Pool":
        await asyncio.sleep(0)
        return self

    async def __aexit__(self, *details: object) -> None:
        await asyncio.sleep(0)


class Mine(Session):
    def name(self) -> str:
        return "mine"


class Proxy:
    def __getattr__(self, name: str):
        return getattr(Pool(), name)


async def run(pool: Pool, anything) -> None:
    with pool, Mine(), open_session(), anything:
        print("in")
    async with pool, Mine(), open_session(), anything:
        print("in")
    async with httpx.AsyncClient() as client, aiohttp.ClientSession() as session:
        async with session.get("http://localhost") as response:
            print(response.status, client)
    with httpx.Client() as client:
        print(client)
