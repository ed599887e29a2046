"""Plain functions with names that are async elsewhere are written into text."""

import asyncio


class Remote:
    async def title(self) -> str:
        await asyncio.sleep(0)
        return ""


class Local:
    def title(self) -> str:
        return ""


def heading(local: Local, anything) -> str:
    print(local.title(), anything.title())
    return f"{local.title()} - {'text'.title()} - %s" % anything.title()
