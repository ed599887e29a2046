"""One function is for the browser, and the other isn't."""

import asyncio


async def tick() -> None:
    await asyncio.sleep(1)


def title() -> str:
    from js import document

    return str(document.title)


def wait() -> None:
    asyncio.get_event_loop().run_until_complete(tick())  # expect: DUO402
