"""The steps of a press are replaced on some of its objects by others that wait, so all of them are awaited."""

import asyncio


class Press:
    def __init__(self) -> None:
        self.sheets: list[str] = []

    async def feed(self, sheet: str) -> None:
        self.sheets.append(sheet)

    async def finish(self) -> None:
        self.sheets.clear()

    def count(self) -> int:
        return len(self.sheets)

    def last(self) -> str:
        return self.sheets[-1]


async def work(press: Press) -> None:
    await press.feed("one")
    await press.finish()
    print(press.count(), press.last())


async def slowly(makers, name) -> None:
    press = makers[name]()
    original = press.feed
    ending = press.finish

    async def feed(sheet: str) -> None:
        await asyncio.sleep(1)
        await original(sheet)

    async def finish() -> None:
        await asyncio.sleep(1)
        await ending()

    press.feed = feed
    press.finish = finish
    await work(press)
