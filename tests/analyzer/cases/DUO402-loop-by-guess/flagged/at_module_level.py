"""get_event_loop while a module is imported, before anybody has set a loop."""

import asyncio

LOOP = asyncio.get_event_loop()  # expect: DUO402


class Timer:
    def start(self) -> None:
        LOOP.call_later(1, print, "tick")
