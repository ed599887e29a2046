"""One of several kinds is made, and in one case of that kind a loop is started: few callers get there."""

import asyncio


class Pool:
    def __init__(self, options=None) -> None:
        self.options = options


class Local:
    pass


class Remote:
    def __init__(self, url: str, pool: Pool | None = None) -> None:
        self.url = url
        self.pool = pool or Pool()
        if callable(self.pool.options):
            self.pool.options = asyncio.run(self.pool.options())


def from_url(url: str):
    if url.startswith("local:"):
        return Local()
    elif url.startswith("remote:"):
        return Remote(url)
    raise ValueError(url)


async def main(url: str) -> None:
    queue = from_url(url)
    await asyncio.sleep(0)
    print(queue)
