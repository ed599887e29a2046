"""What a class method makes of its class, where that is a plain one, or makes of another by its name."""

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
    def rehearsed(cls, theater) -> PlainStage:
        stage = PlainStage()
        stage.theater = theater
        return stage


async def play(theater) -> None:
    stage = PlainStage.of(theater)
    await stage.set_up()  # expect: DUO121


async def rehearse(theater) -> None:
    stage = Stage.rehearsed(theater)
    await stage.set_up()  # expect: DUO121
