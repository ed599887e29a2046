"""A module of a package, which no absolute import of its last name means."""

import asyncio

import redis


async def ping():
    await asyncio.sleep(1)
    return redis.Redis().ping()  # expect: DUO301
