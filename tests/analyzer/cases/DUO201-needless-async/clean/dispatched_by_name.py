"""Handlers are found by name, and the dispatcher awaits all of them; most of them suspend."""

import asyncio


class Commands:
    async def dispatch(self, name: str, argument: str) -> str:
        handler = getattr(self, f"do_{name}", None)
        if handler is None:
            return "unknown"
        return await handler(argument)

    async def do_load(self, argument: str) -> str:
        await asyncio.sleep(0)
        return argument

    async def do_save(self, argument: str) -> str:
        await asyncio.sleep(0)
        return argument

    async def do_move(self, argument: str) -> str:
        await asyncio.sleep(0)
        return argument

    async def do_echo(self, argument: str) -> str:
        return argument
