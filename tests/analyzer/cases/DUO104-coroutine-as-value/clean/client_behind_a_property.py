"""A client of another library behind a property that says nothing of it, with a method that the class has too."""

import asyncio
import functools
from typing import Any


class Keys:
    @functools.cached_property
    def _client(self) -> Any:
        import boto3

        return boto3.client("kms")

    def generate_data_key_now(self, name: str) -> bytes:
        response = self._client.generate_data_key(KeyId=name)
        return response["Plaintext"]

    async def generate_data_key(self, name: str) -> bytes:
        return await asyncio.to_thread(self.generate_data_key_now, name)


async def main(keys: Keys) -> bytes:
    return await keys.generate_data_key("a")
