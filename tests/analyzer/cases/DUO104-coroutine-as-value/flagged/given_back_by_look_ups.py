"""A look-up gives its last argument back where it finds nothing, and that is a coroutine."""

import asyncio


async def log_in(name) -> dict:
    await asyncio.sleep(0)
    return {"name": name}


async def headers(**options):
    found = options.pop("login", log_in("ada"))  # expect: DUO104
    return {"authorization": found["name"]}


async def shown(known: dict[str, dict], name):
    return known.get(name, log_in(name))["name"]  # expect: DUO104


async def first(rows: list[dict]):
    row = next((row for row in rows if row), log_in("bob"))  # expect: DUO104
    return row["name"]
