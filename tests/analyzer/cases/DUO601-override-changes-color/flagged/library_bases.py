"""Overrides of classes of the standard library in the wrong color."""

import asyncio
import logging
import threading
from collections import UserDict


class QueueHandler(logging.Handler):
    async def emit(self, record: logging.LogRecord) -> None:  # expect: DUO601
        await asyncio.sleep(0)


class Worker(threading.Thread):
    async def run(self) -> None:  # expect: DUO601
        await asyncio.sleep(0)


class Rows(UserDict):
    async def __getitem__(self, key: str) -> str:  # expect: DUO601
        await asyncio.sleep(0)
        return key
