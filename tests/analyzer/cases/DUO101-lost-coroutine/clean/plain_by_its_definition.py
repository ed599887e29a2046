"""A method with the name of an async one is plain as it was written, under a decorator that isn't there to be read."""

import asyncio

from a_package_that_is_not_there import deprecated


class Client:
    def close(self) -> None:
        print("closed")

    @deprecated("2.0", "use close")
    def aclose(self) -> None:
        self.close()


class AsyncClient:
    async def aclose(self) -> None:
        await asyncio.sleep(0)


def finish(client: Client) -> None:
    client.aclose()
