"""Comments that suppress what isn't there: by code, by name, for a file, beside other linters' codes."""

# duotone: allow-file blocking-call -- nothing here blocks  # expect: DUO002

import asyncio


async def save(name: str) -> None:
    await asyncio.sleep(0)  # noqa: DUO301  # expect: DUO002


def show(name: str) -> None:
    print(name)  # duotone: allow lost-coroutine -- print is plain  # expect: DUO002
    print(name)  # noqa: T201, DUO302  # expect: DUO002
    # duotone: allow DUO104 -- nothing below  # expect: DUO002
    print(name)
