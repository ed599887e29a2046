"""What the project's own functions give may be its own object, though nobody says so."""

import asyncio

BOXES = {}


class Box:
    async def decrypt(self, text: bytes) -> bytes:
        await asyncio.sleep(0)
        return text

    @staticmethod
    def _other(name: str):
        return BOXES[name]

    async def unseal(self, name: str, text: bytes):
        other = self._other(name)
        return other.decrypt(text)  # expect: DUO107

    async def unwrap(self, other, text: bytes):
        return other.decrypt(text)  # expect: DUO107


async def read(box: Box) -> None:
    texts = [await box.decrypt(b""), await box.unseal("", b""), await box.unwrap(box, b"")]
    print(b"".join(texts))
