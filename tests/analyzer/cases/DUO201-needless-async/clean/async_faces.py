"""A class has the methods of its plain twin, and all of them are async."""

import asyncio


class Models:
    @classmethod
    def listed(cls) -> list[str]:
        return ["small", "large"]

    def load(self) -> str:
        return "small"


class AsyncModels:
    @classmethod
    async def listed(cls) -> list[str]:
        return Models.listed()

    async def load(self) -> str:
        await asyncio.sleep(0)
        return "small"


async def main() -> None:
    print(await AsyncModels.listed(), await AsyncModels().load())
