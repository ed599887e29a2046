"""A method that is called on what the same call gives elsewhere is one of the result, also where it is awaited."""

from web import Session


class Client:
    def __init__(self, session: Session) -> None:
        self.session = session

    async def first(self, url: str) -> dict:
        answer = await self.session.ask(url)
        return await answer.parsed()

    async def second(self, url: str) -> dict:
        return await (await self.session.ask(url)).parsed()

    async def third(self, url: str) -> dict:
        return await self.session.ask(url).parsed()  # expect: DUO104
