"""A parameter that is declared as an object of a class takes the class, and makes the object itself."""

import asyncio


class Extractor:
    def __init__(self, model: str) -> None:
        self.model = model

    async def __call__(self, text: str) -> str:
        await asyncio.sleep(0)
        return self.model + text


async def build(extractor: Extractor, model: str, text: str) -> str:
    extract = extractor(model)
    return await extract(text)


async def main() -> str:
    return await build(Extractor, "small", "text")
