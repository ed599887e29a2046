"""A table of handlers that never suspend, all async because the dispatcher awaits whatever it calls."""

import asyncio


async def handle_ping(payload: dict[str, str]) -> str:
    return "pong"


async def handle_echo(payload: dict[str, str]) -> str:
    return payload["text"]


async def handle_upper(payload: dict[str, str]) -> str:
    return payload["text"].upper()


HANDLERS = {"ping": handle_ping, "echo": handle_echo, "upper": handle_upper}


async def dispatch(name: str, payload: dict[str, str]) -> str:
    handler = HANDLERS[name]
    return await handler(payload)  # expect: DUO202


async def main() -> None:
    print(await dispatch("ping", {}))
    await asyncio.sleep(0)
