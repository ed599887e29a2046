"""Coroutines are added to what others keep, for them to await."""

import asyncio


async def measure(name: str) -> int:
    await asyncio.sleep(0)
    return len(name)


async def longer(left: str, right: str) -> bool:
    return await measure(left) > await measure(right)


async def shown(name: str) -> str:
    return f"{name}: {await measure(name)}"


class Survey:
    def __init__(self, report) -> None:
        self.report = report

    async def take(self, name: str) -> None:
        self.report.pending_results.append(measure(name))
        await asyncio.sleep(0)

    async def follow(self, name: str) -> None:
        self.report.steps.append(measure(name))
        await asyncio.sleep(0)
