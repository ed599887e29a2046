"""What follows a block that only an error leaves is run, since its author knows who catches the error."""

import asyncio
import contextlib


async def send(text: str) -> None:
    await asyncio.sleep(0)


@contextlib.contextmanager
def failing(kind: type[Exception]):
    try:
        yield
    except kind:
        pass


async def main() -> None:
    with failing(OSError):
        while True:
            await send("ready")
    send("done")  # expect: DUO101
