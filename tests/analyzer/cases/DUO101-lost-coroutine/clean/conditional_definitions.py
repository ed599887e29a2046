"""A name has both colors, depending on what is installed."""

import asyncio

try:
    from fastlib import flush_all
except ImportError:

    async def flush_all() -> None:
        await asyncio.sleep(0)


try:
    import aiofiles

    async def store(text: str) -> None:
        async with aiofiles.open("notes.txt", "a") as notes:
            await notes.write(text)

except ImportError:

    def store(text: str) -> None:
        print(text)


def finish() -> None:
    flush_all()
    store("done")
