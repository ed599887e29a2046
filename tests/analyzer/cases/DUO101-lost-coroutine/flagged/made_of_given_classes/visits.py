"""Objects of a class that one below gives, whose async methods nobody wraps."""

import asyncio
import inspect

from kiosk import AsyncKiosk


class Plain:
    def __init__(self, kind) -> None:
        self.kind = kind

    def __call__(self, *given):
        class Driven(Driver, self.kind):
            pass

        return Driven(*given)


class Driver:
    def __getattribute__(self, name):
        found = super().__getattribute__(name)
        if not inspect.iscoroutinefunction(found):
            return found
        return lambda *given: asyncio.run(found(*given))


class Visit:
    def begin(self) -> None:
        self.kiosk = self.kiosk_class("key")


class PlainVisit(Visit):
    kiosk_class = AsyncKiosk

    def end(self) -> None:
        self.kiosk.close_shutters_gently()  # expect: DUO101
