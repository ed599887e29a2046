"""A server finds its methods by name and awaits them, and none of them suspends."""

import asyncio


class Rpc:
    def __init__(self) -> None:
        self.state: dict[str, str] = {}

    async def serve(self, method: str, argument: str) -> str:
        await asyncio.sleep(0)
        handler = getattr(self, "rpc_" + method)
        return await handler(argument)  # expect: DUO202

    async def rpc_get(self, argument: str) -> str:
        return self.state.get(argument, "")

    async def rpc_delete(self, argument: str) -> str:
        return self.state.pop(argument, "")

    async def rpc_count(self, argument: str) -> str:
        return str(len(self.state))
