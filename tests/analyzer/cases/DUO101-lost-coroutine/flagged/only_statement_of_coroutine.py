"""The lost call is all that the coroutine has, so that it looks as if `async` were not needed."""

import asyncio


class Outbox:
    async def flush(self) -> None:
        await asyncio.sleep(0.1)


class Mailer:
    def __init__(self) -> None:
        self.outbox = Outbox()

    async def on_shutdown(self) -> None:
        self.outbox.flush()  # expect: DUO101


async def main() -> None:
    mailer = Mailer()
    await mailer.on_shutdown()


if __name__ == "__main__":
    asyncio.run(main())
