"""Whatever a generic class is made of, its method is the same."""

import asyncio
import subprocess


class Engine:
    def __init__(self, process: subprocess.Popen[bytes] | subprocess.Popen[str] | None) -> None:
        self.process = process

    async def stop(self) -> None:
        await asyncio.sleep(1)
        if self.process is not None:
            self.process.wait()  # expect: DUO301
