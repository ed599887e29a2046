"""The call that takes the timeout is the same in both twins."""


class Client:
    def __init__(self, session) -> None:
        self.session = session

    def load(self, url: str) -> str:  # expect: DUO602
        response = self.session.get(url)
        return response.text

    async def load_async(self, url: str, timeout: float = 3.0) -> str:
        response = await self.session.get(url, timeout=timeout)
        return response.text
