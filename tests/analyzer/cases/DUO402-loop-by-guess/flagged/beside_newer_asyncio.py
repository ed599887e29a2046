"""What fails for another reason, or is there, tells no older asyncio."""

import asyncio


async def main() -> None:
    await asyncio.sleep(0)


def run(runner) -> None:
    try:
        runner.start(main())
    except AttributeError:
        asyncio.get_event_loop().run_until_complete(main())  # expect: DUO402


def run_by_name() -> None:
    if hasattr(asyncio, "run"):
        asyncio.get_event_loop().run_until_complete(main())  # expect: DUO402


def run_otherwise() -> None:
    try:
        import uvloop

        uvloop.run(main())
    except ImportError:
        asyncio.get_event_loop().run_until_complete(main())  # expect: DUO402
