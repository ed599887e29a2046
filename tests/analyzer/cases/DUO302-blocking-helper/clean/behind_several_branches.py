"""What blocks stands in a branch of a helper that is called in a branch: few callers get there."""

import asyncio
import time


class Store:
    def __init__(self, path: str = "") -> None:
        self.path = path

    def _keep(self, row: str) -> None:
        if self.path:
            time.sleep(5)
        print(row)

    def put(self, row: str, old: str | None) -> None:
        match old:
            case None:
                self._keep(row)
            case _:
                print(row)


async def main(store: Store) -> None:
    store.put("a", None)
    await asyncio.sleep(0)
