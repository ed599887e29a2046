"""Imports what lies beside it, and not the library of that name."""

import redis


async def main():
    await redis.Redis().ping()
