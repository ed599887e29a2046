"""What is written into text is awaited, or is a coroutine function, a task, a name."""

import asyncio
import json
import logging

logger = logging.getLogger(__name__)


async def state(name: str) -> dict[str, str]:
    await asyncio.sleep(0)
    return {}


async def report(name: str) -> str:
    logger.info("state %s by %s", await state(name), state)
    print(await state(name), state.__name__)
    task = asyncio.create_task(state(name))
    logger.debug("started %r", task)
    text = json.dumps(await state(name)) + json.dumps({"state": await task})
    return f"{await state(name)} {text} {state!r} {state.__qualname__}"
