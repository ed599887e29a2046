"""What a library gives is no object of the project's, whether it says what that is or not."""

import asyncio

import vaults


class Box:
    async def decrypt(self, text: bytes) -> bytes:
        await asyncio.sleep(0)
        return text

    @staticmethod
    def _key(material: bytes):
        return vaults.load_key(material)

    async def unseal(self, material: bytes, text: bytes):
        key = self._key(material)
        return key.decrypt(text)

    async def unwrap(self, name: str, text: bytes):
        await asyncio.sleep(0)
        return vaults.find_key(name).decrypt(text)

    async def unpack(self, name: str, text: bytes):
        key = await vaults.fetch_key(name)
        return key.decrypt(text)


async def read(box: Box) -> None:
    texts = [await box.decrypt(b""), await box.unseal(b"", b""), await box.unwrap("", b""), await box.unpack("", b"")]
    print(b"".join(texts))
