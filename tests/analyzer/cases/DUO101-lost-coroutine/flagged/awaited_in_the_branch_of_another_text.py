"""What is tested is the kind of a message, which is text: the branches have no colors of their own."""

import asyncio


class Mailbox:
    def __init__(self) -> None:
        self.letters: asyncio.Queue[str] = asyncio.Queue()

    async def deliver(self, kind: str, text: str) -> None:
        if kind == "letter":
            await self.letters.put(text)
        elif kind in {"parcel", "card"}:
            self.letters.put(f"{kind}: {text}")  # expect: DUO101
        else:
            raise ValueError(kind)
