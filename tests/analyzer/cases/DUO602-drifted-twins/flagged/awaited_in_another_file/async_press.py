"""The async press forgot to count."""


class AsyncPress:
    def __init__(self, ink, paper: str) -> None:  # expect: DUO602
        self.ink = ink
        self.paper = paper

    async def print(self, text: str) -> str:
        return await self.ink.write(text)
