"""The text that is tested names a color, or the library that an object comes from, of which the color depends."""

import asyncio


class Mailbox:
    def __init__(self, letters: asyncio.Queue[str]) -> None:
        self.letters = letters

    async def deliver(self, mode: str, text: str) -> None:
        if mode == "direct":
            self.letters.put(text)
        else:
            await self.letters.put(text)


async def publish(client, backend: str, text: str) -> None:
    if backend == "redis":
        client.publish(text)
    else:
        await client.publish(text)


async def repeat(client, texts: list[str]) -> None:
    for text in texts:
        await client.publish(text)
    await client.publish("end")
