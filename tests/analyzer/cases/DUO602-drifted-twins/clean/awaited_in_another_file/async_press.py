"""The async press leaves the test to its rollers."""


class AsyncPress:
    def __init__(self, ink, paper: str) -> None:
        self.ink = ink
        self.paper = paper

    async def print(self, text: str) -> str:
        return await self.ink.write(text)
