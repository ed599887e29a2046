"""Helpers that give a coroutine, or find that there is nothing to do."""

import asyncio
import logging


async def send(text: str) -> None:
    await asyncio.sleep(0)


def notify(text):
    if text:
        return send(text)


def notify_aloud(text):
    if not text:
        logging.warning("nothing to send")
    else:
        return send(text)


async def main() -> None:
    notify("ready")  # expect: DUO101
    notify_aloud("ready")  # expect: DUO101
