"""The gathered future is bound to a name that nobody uses."""

import asyncio


class Fleet:
    async def stop_one(self, name: str) -> None:
        await asyncio.sleep(0)

    def stop(self, names: list[str]) -> None:
        stopped = asyncio.gather(*(self.stop_one(name) for name in names))  # expect: DUO502
        print("stopping", len(names))

    def restart(self, names: list[str]) -> None:
        _ = asyncio.gather(*(self.stop_one(name) for name in names))  # expect: DUO502
