"""A timeout ends what the async twin awaits, by itself or through one of its own kind, and no plain call can end so."""

import asyncio


class Tool:
    def call(self, text: str) -> str:
        return text

    async def acall(self, text: str) -> str:
        await asyncio.sleep(0)
        return text


def run_tool(tool: Tool, text: str) -> str:
    result = tool.call(text)
    return result.strip()


async def run_tool_async(tool: Tool, text: str, timeout: float | None = None) -> str:
    coro = tool.acall(text)
    result = await (asyncio.wait_for(coro, timeout) if timeout else coro)
    return result.strip()


def run_by_name(tools: dict[str, Tool], name: str, text: str) -> str:
    return run_tool(tools[name], text)


async def run_by_name_async(tools: dict[str, Tool], name: str, text: str, timeout: float | None = None) -> str:
    return await run_tool_async(tools[name], text, timeout=timeout)
