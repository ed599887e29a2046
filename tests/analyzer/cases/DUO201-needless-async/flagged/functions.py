"""Functions that never suspend, although their callers await them."""

import asyncio
import hashlib


async def digest(data: bytes) -> str:  # expect: DUO201
    return hashlib.sha256(data).hexdigest()


async def parse(line: str) -> dict[str, str]:  # expect: DUO201
    name, _, value = line.partition("=")
    if not value:
        return {}
    return {name: value}


async def announce(text: str) -> None:  # expect: DUO201
    """Say it."""
    print(text)


async def main(lines: list[str]) -> None:
    for line in lines:
        await announce(await digest(line.encode()))
        print(await parse(line))
    await asyncio.sleep(0)


if __name__ == "__main__":
    asyncio.run(main(["a=b"]))
