"""A loop that is kept for later, or run, may not be the one that runs then."""

import asyncio


class Poller:
    def __init__(self) -> None:
        self.loop = asyncio.get_event_loop()  # expect: DUO402

    def poll(self) -> None:
        loop = asyncio.get_event_loop()  # expect: DUO402
        task = loop.create_task(asyncio.sleep(0))
        loop.run_until_complete(task)


class Recorder:
    def _start(self) -> None:
        print(asyncio.get_event_loop())  # expect: DUO402

    def begin(self) -> None:
        self._start()

    async def record(self) -> None:
        self._start()
        await asyncio.sleep(0)


class Timer:
    def __init__(self) -> None:
        self._loop = asyncio.get_event_loop()  # expect: DUO402

    def restart(self) -> None:
        self._loop.call_later(1, self.restart)
