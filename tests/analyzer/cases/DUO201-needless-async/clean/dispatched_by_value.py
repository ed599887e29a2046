"""A class awaits whichever of its methods a message names, or asks its own class for a method."""

import asyncio


class Message:
    kind: str
    text: str


class Executor:
    def __init__(self) -> None:
        self.files: dict[str, str] = {}

    async def execute(self, message: Message) -> str:
        kind = message.kind
        return await getattr(self, kind)(message)

    async def look(self, message: Message) -> str:
        return self.files[message.text]

    async def wait(self, message: Message) -> str:
        await asyncio.sleep(1)
        return message.text


class Router:
    async def route(self, message: Message) -> str:
        handler = getattr(self, message.kind)
        return await handler(message)

    async def greet(self, message: Message) -> str:
        return f"hello {message.text}"


class Client:
    async def listen(self, message: Message) -> None:
        notice = getattr(self.__class__, "take_notice", None)
        if notice is not None:
            await notice(self, message)


class NoticingClient(Client):
    last = ""

    @staticmethod
    async def take_notice(client: "NoticingClient", message: Message) -> None:
        client.last = message.text
