"""A loop is started where a task could be begun: what fails there is something else."""

import asyncio


class Line:
    async def hang_up(self) -> None:
        await asyncio.sleep(1)

    def close(self) -> None:
        print("closed")

    def stop(self) -> None:
        try:
            self.close()
        except RuntimeError:
            asyncio.run(self.hang_up())


async def main() -> None:
    line = Line()
    await asyncio.sleep(1)
    line.stop()  # expect: DUO401
