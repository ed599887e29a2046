"""The callee would fail, and a broad except hides it."""

import asyncio
import json


class Bucket:
    async def read(self, name: str) -> bytes:
        await asyncio.sleep(0)
        return b"{}"


class Settings:
    def __init__(self, bucket: Bucket) -> None:
        self.bucket = bucket

    def load(self, name: str) -> dict[str, str]:
        try:
            return json.loads(self.bucket.read(name))  # expect: DUO106
        except Exception:  # hides
            return {}
