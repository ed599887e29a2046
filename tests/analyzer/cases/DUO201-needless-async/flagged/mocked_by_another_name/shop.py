"""Methods that no mock stands for."""

import asyncio


class Shop:
    def __init__(self) -> None:
        self.sold: list[str] = []

    async def sell(self, name: str) -> None:
        await self._note_sale(name)
        await self._print_label(name)
        await asyncio.sleep(0)

    async def _note_sale(self, name: str) -> None:  # expect: DUO201
        self.sold.append(name)

    async def _print_label(self, name: str) -> None:  # expect: DUO201
        print(name)
