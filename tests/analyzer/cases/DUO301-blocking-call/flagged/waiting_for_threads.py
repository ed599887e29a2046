"""Waiting for a thread, a process, a queue or a future of threads holds up the loop."""

import asyncio
import concurrent.futures
import queue
import subprocess
import threading


class Importer:
    def __init__(self) -> None:
        self.rows: queue.Queue[str] = queue.Queue()
        self.pool = concurrent.futures.ThreadPoolExecutor()
        self.stopped = threading.Event()

    def work(self) -> int:
        return 1

    async def run(self) -> int:
        await asyncio.sleep(0)
        row = self.rows.get()  # expect: DUO301
        self.stopped.wait()  # expect: DUO301
        thread = threading.Thread(target=self.work)
        thread.start()
        thread.join()  # expect: DUO301
        process = subprocess.Popen(["make"])  # may: DUO301
        process.wait()  # expect: DUO301
        print(row)
        return self.pool.submit(self.work).result()  # expect: DUO301
