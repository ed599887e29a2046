"""An async function returns a coroutine for whoever gets it in the end: awaited again, or run by its name."""

import asyncio


async def work(name):
    await asyncio.sleep(0)
    return name


async def prepared(name):
    await asyncio.sleep(0)
    return work(name)


async def passed_on(name):
    return await prepared(name)


async def reserved(name):
    await asyncio.sleep(0)
    return work(name)


async def main(crew):
    job = await passed_on("paint")
    print(await job)
    crew.start_later(await reserved("sweep"))
