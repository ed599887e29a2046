"""Methods say what their callers get in the end; they give what another library makes, for loops of both kinds."""

import promises


class Subscription:
    def __init__(self, topic: str) -> None:
        self.topic = topic


class Session:
    def subscribe(self, topic: str) -> Subscription:
        answer = promises.create(topic)
        return answer

    def old_subscribe(self) -> list[str]:
        self.subscribe("a")
        self.subscribe("b")
        self.subscribe("c")
        found = (yield self.subscribe("d"), (yield self.subscribe("e")))
        return list(found)


class First(Session):
    async def joined(self) -> None:
        await self.subscribe("first")


class Second(Session):
    async def joined(self) -> None:
        await self.subscribe("second")
        await self.subscribe("third")
