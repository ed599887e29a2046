"""A plain method starts something on the loop."""

import asyncio


class Store:
    def __init__(self) -> None:
        self.saved = []
        self.rows = []

    def add(self, row: str) -> None:
        self.rows.append(row)
        self.save_soon()

    def save_soon(self) -> None:
        loop = asyncio.get_event_loop()
        self.saved.append(loop.run_in_executor(None, self.save))

    def save(self) -> None:
        print(self.rows)
