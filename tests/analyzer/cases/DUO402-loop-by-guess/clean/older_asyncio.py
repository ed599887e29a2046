"""Where asyncio lacks what newer ones have, its version is an older one."""

import asyncio


async def main() -> None:
    await asyncio.sleep(0)


def run() -> None:
    try:
        runner = asyncio.run
    except AttributeError:

        def older(order):
            return asyncio.get_event_loop().run_until_complete(order)

        runner = older
    runner(main())


def run_by_import() -> None:
    try:
        from asyncio import run
    except ImportError:
        run = asyncio.get_event_loop().run_until_complete
    run(main())


def run_by_name() -> None:
    if hasattr(asyncio, "run"):
        asyncio.run(main())
    else:
        asyncio.get_event_loop().run_until_complete(main())
