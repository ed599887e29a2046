"""Methods of a library give what the project has put below them, whatever their annotations say."""

import asyncio
import string
from concurrent.futures import ThreadPoolExecutor


class Later(string.Formatter):
    """What `format` gives is what `vformat` gives."""

    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(1)

    def vformat(self, format_string, args, kwargs):
        return asyncio.wrap_future(self.pool.submit(super().vformat, format_string, args, kwargs))


class Deferred(string.Formatter):
    """The same, by something that is made elsewhere."""

    def vformat(self, format_string, args, kwargs):
        return self.queue.put_later(format_string)


async def greet(name):
    later = Later()
    print(await later.format("hello {}", name))
    deferred = Deferred()
    print(await deferred.format("hello {}", name))
