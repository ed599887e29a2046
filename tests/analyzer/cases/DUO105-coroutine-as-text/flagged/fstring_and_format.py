"""A coroutine is written into text: f-string, `%`, `format`, `str`, `repr`, `+`, `join`."""

import asyncio


class Printer:
    async def status(self) -> str:
        await asyncio.sleep(0)
        return "ready"

    async def pages(self) -> int:
        await asyncio.sleep(0)
        return 0


def report(printer: Printer) -> list[str]:
    return [
        f"printer is {printer.status()}",  # expect: DUO105
        f"{printer.pages():>5} pages",  # expect: DUO105
        "printer is %s" % printer.status(),  # expect: DUO105
        "%s: %d" % ("pages", printer.pages()),  # expect: DUO105 | DUO108
        "printer is {}".format(printer.status()),  # expect: DUO105
        "{state}".format(state=printer.status()),  # expect: DUO105
        str(printer.status()),  # expect: DUO105
        repr(printer.pages()),  # expect: DUO105
    ]
