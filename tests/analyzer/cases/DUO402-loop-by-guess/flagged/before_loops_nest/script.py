"""A script asks for a loop before anything lets loops nest."""

import asyncio


async def main() -> None:
    await asyncio.sleep(0)


if __name__ == "__main__":
    loop = asyncio.get_event_loop()  # expect: DUO402
    loop.run_until_complete(main())
