"""What a class method makes of its class is of that class, though the annotation was copied from another one."""

import asyncio


class PlainStage:
    def set_up(self) -> None:
        self.props = ["chair"]

    @classmethod
    def of(cls, theater) -> "PlainStage":
        stage = cls()
        stage.theater = theater
        return stage


class Stage:
    async def set_up(self) -> None:
        await asyncio.sleep(0)
        self.props = ["chair"]

    @classmethod
    def of(cls, theater) -> PlainStage:
        stage = cls()
        stage.theater = theater
        return stage


async def play(theater) -> None:
    stage = Stage.of(theater)
    await stage.set_up()
