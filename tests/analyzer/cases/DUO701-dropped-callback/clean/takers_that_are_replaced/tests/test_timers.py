"""A timer that a test replaces by one which awaits."""

import asyncio
import threading


class PromptTimer:
    def __init__(self, interval, function) -> None:
        self.function = function

    def start(self) -> None:
        asyncio.run(self.function())


async def ring() -> None:
    await asyncio.sleep(0)


def test_timer(monkeypatch) -> None:
    monkeypatch.setattr(threading, "Timer", PromptTimer)
    threading.Timer(1, ring).start()
