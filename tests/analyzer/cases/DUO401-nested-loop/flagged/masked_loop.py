"""The RuntimeError of the nested loop is swallowed."""

import asyncio
import logging

logger = logging.getLogger(__name__)


async def send(text: str) -> None:
    await asyncio.sleep(0)


def send_now(text: str) -> None:
    asyncio.run(send(text))


async def on_event(text: str) -> None:
    await asyncio.sleep(0)
    try:
        send_now(text)  # expect: DUO401
    except Exception:  # hides
        logger.exception("not sent")
