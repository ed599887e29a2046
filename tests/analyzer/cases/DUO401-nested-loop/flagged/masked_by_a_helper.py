"""The RuntimeError of the nested loop is swallowed on the way out, before it comes to the handler around the call."""

import asyncio
import logging

logger = logging.getLogger(__name__)


async def send(text: str) -> None:
    await asyncio.sleep(0)


def send_now(text: str) -> None:
    try:
        asyncio.run(send(text))
    except Exception:  # hides
        logger.warning("not sent")


def send_later(text: str) -> None:
    asyncio.run(send(text))


def send_somehow(text: str) -> None:
    try:
        send_later(text)
    except Exception:  # hides
        logger.warning("not sent either")


async def on_event(text: str) -> None:
    await asyncio.sleep(0)
    try:
        send_now(text)  # expect: DUO401
    except Exception:
        logger.exception("never comes to this")


async def on_other_event(text: str) -> None:
    await asyncio.sleep(0)
    try:
        send_somehow(text)  # expect: DUO401
    except Exception:
        logger.exception("never comes to this")
