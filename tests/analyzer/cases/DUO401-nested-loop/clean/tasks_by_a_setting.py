"""A setting of the object decides: with it a task is returned, without it the loop is run until the end."""

import asyncio


class Client:
    def __init__(self, run_async: bool = False) -> None:
        self.run_async = run_async
        self.loop = asyncio.new_event_loop()

    async def _send(self, name: str) -> str:
        await asyncio.sleep(0)
        return name

    def call(self, name: str):
        task = asyncio.ensure_future(self._send(name), loop=self.loop)
        if self.run_async:
            return task
        return self.loop.run_until_complete(task)

    def start(self):
        return self.call("start")


async def main(client: Client) -> None:
    client.run_async = True
    await client.start()
    task = client.call("again")
    print(await task)
