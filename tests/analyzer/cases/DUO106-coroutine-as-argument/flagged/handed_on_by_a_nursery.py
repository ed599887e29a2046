"""A coroutine is given to a function of a task along with it, and not to whoever begins the task."""

import trio


class Page:
    def turn(self) -> None:
        pass


async def opened(title: str) -> Page:
    await trio.sleep(0)
    return Page()


async def read(page: Page, times: int) -> None:
    for _ in range(times):
        page.turn()
        await trio.sleep(0)


async def main(nursery: trio.Nursery) -> None:
    page = opened("atlas")  # expect: DUO106
    nursery.start_soon(read, page, 2)
