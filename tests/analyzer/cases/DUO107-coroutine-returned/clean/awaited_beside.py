"""The same method is awaited on another path, and yet what is returned may be a value, or is awaited by the caller."""

import inspect


class Bridge:
    def __init__(self, handler, is_async):
        self.handler = handler
        self.is_async = is_async

    async def called(self, event):
        if self.is_async:
            return await self.handler.on_event(event, loop=True)
        return self.handler.on_event(event)

    async def called_by_mode(self, event):
        if self.handler.mode == 2:
            return await self.handler.process(event)
        return self.handler.process(event)

    async def asked(self, event):
        if inspect.iscoroutinefunction(self.handler.notify):
            return await self.handler.notify(event)
        return self.handler.notify()


async def request(session, url):
    if url:
        return session.get(url)
    page = await session.get("index")
    return page


async def main(session):
    async with await request(session, "a") as page:
        print(page)


async def rows(table, key):
    everything = await table.select("all")
    print(everything)
    return table.select(key)


async def counted(table):
    return await (await rows(table, "a"))
