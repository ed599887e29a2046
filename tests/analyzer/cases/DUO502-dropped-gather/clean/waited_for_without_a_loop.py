"""A function waits for the end itself where no loop is running, and gives something to await where one is."""

import asyncio


class Client:
    def __init__(self):
        self.loop = asyncio.new_event_loop()

    async def _close(self):
        await asyncio.sleep(0)

    def close(self):
        if self.loop.is_running():
            return asyncio.shield(self.loop.create_task(self._close()))
        self.loop.run_until_complete(self._close())


client = Client()
try:
    print(client)
finally:
    client.close()
