"""A class runs coroutines on the loop of its thread, and has some of its own to run there."""

import asyncio
import threading


class Background:
    def __init__(self):
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)

    def start(self):
        self.thread.start()

    def run(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop)

    async def started(self, coroutine):
        return asyncio.create_task(coroutine)

    async def count(self, names):
        return len(names)


def main(background: Background, work):
    background.start()
    task = background.run(background.started(work())).result()
    print(background.run(background.count(["a"])).result())
    return task
