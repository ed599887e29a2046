"""Objects that are made without their constructor, as tests make them, are what their classes say."""

import asyncio


class Ferry:
    def __init__(self, harbor: str) -> None:
        self.harbor = harbor

    async def depart(self) -> None:
        await asyncio.sleep(len(self.harbor))

    @classmethod
    def copied(cls):
        return cls.__new__(cls)


class Tug:
    def __new__(cls, kind: type):
        return kind.__new__(kind)

    async def depart(self) -> None:
        await asyncio.sleep(1)


def depart() -> None:
    ferry = Ferry.__new__(Ferry)
    ferry.depart()  # expect: DUO101
    object.__new__(Ferry).depart()  # expect: DUO101
    Ferry.copied().depart()  # expect: DUO101
    Tug.__new__(Tug, dict).depart()
