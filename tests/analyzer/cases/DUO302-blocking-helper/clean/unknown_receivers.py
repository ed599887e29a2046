"""Nobody knows what the helper is: untyped receivers, both colors, other hierarchies."""

import asyncio
import time


class SlowPrinter:
    def emit(self, text: str) -> None:
        time.sleep(1)


class FastPrinter:
    def emit(self, text: str) -> None:
        print(text)


async def report(printer, fast: FastPrinter) -> None:
    printer.emit("a")
    fast.emit("b")
    await asyncio.sleep(0)
