"""The async twins of a class all have the same other default, as who awaits them wants it."""


class Desk:
    def __init__(self, wire) -> None:
        self.wire = wire

    def publish(self, text: str, listen: bool = False) -> str:
        return self.wire.send(text, listen)

    async def publish_async(self, text: str, listen: bool = True) -> str:
        return await self.wire.send(text, listen)

    def work(self, job: str, listen: bool = False) -> str:
        return self.wire.start(job, listen)

    async def work_async(self, job: str, listen: bool = True) -> str:
        return await self.wire.start(job, listen)
