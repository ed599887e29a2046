"""One of two classes answers at once, under the same name, and nobody knows which of them is there."""

import asyncio
import subprocess


class Recorder:
    def wait(self) -> int:
        return 0


class Engine:
    def __init__(self, process: subprocess.Popen[bytes] | Recorder) -> None:
        self.process = process

    async def stop(self) -> None:
        await asyncio.sleep(1)
        self.process.wait()
