"""The constant of another module says that this is for older versions."""

import asyncio

from compat import PY312


async def main() -> None:
    await asyncio.sleep(0)


def run() -> None:
    if PY312:
        asyncio.run(main())
        return
    asyncio.get_event_loop().run_until_complete(main())
