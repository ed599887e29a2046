"""What is called a loop here may be one of the project's."""


class Feed:
    def __init__(self, kitchen) -> None:
        self.kitchen = kitchen
        self.kitchen.loop.create_task(self.follow())

    async def follow(self) -> None:
        await self.kitchen.opened.wait()
