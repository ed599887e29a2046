"""A coroutine is added to the results that an object keeps, where everybody else awaits the function."""

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
        self.results = []
        self.report = report

    async def take(self, name: str) -> None:
        await asyncio.sleep(0)
        self.report.results.append(measure(name))  # expect: DUO104

    async def close(self) -> None:
        print(await measure("end"), self.results)
