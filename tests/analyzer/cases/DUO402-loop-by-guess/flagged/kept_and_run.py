"""A loop that is kept for later, or run, may not be the one that runs then."""

import asyncio


class Poller:
    def __init__(self) -> None:
        self.loop = asyncio.get_event_loop()  # expect: DUO402

    def poll(self) -> None:
        loop = asyncio.get_event_loop()  # expect: DUO402
        task = loop.create_task(asyncio.sleep(0))
        loop.run_until_complete(task)
