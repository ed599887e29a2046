"""A flag that says that this is async code, or an async object that is there, doesn't let it be closed."""

import asyncio


class Client:
    async def close(self) -> None:
        await asyncio.sleep(0)


class Driver:
    is_async = True

    def __init__(self) -> None:
        self._async_client = Client()

    def close(self) -> None:
        if self._async_client:
            self._async_client.close()  # expect: DUO101

    def __del__(self) -> None:
        if not self._async_client:
            return
        self._async_client.close()  # expect: DUO101

    def stop(self) -> None:
        if self.is_async:
            self._async_client.close()  # expect: DUO101

    def leave(self) -> None:
        if not self.is_async:
            return
        self._async_client.close()  # expect: DUO101
