"""What a class does itself with a parameter its twin could do as well."""

import aiohttp
import requests


class Kitchen:  # the file talks through both
    def __init__(self, key: str) -> None:  # expect: DUO602
        self.key = key
        self.session = requests.Session()

    def cook(self, dish: str) -> int:
        return self.session.get(f"/{dish}", params={"key": self.key}).status_code


class AsyncKitchen:
    def __init__(self, key: str, region: str = "north") -> None:
        self.key = key
        self.region = region
        self.session = aiohttp.ClientSession(headers={"region": region})

    async def cook(self, dish: str) -> int:
        async with self.session.get(f"/{dish}", params={"key": self.key}) as answer:
            return answer.status

    def describe(self) -> str:
        return f"in the {self.region}"
