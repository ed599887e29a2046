"""What a registry gives is any object, and an annotation says which; the classes made of that have the method."""

import abc
import asyncio


class Registry:
    async def find(self, kind: type) -> object:
        await asyncio.sleep(0)
        return kind()


class Printer(abc.ABC):
    """Has no methods of its own."""


class Laser(Printer):
    async def list_paper_sizes(self, tray: int) -> dict[str, int]:
        await asyncio.sleep(0)
        return {"A4": tray}


async def chosen(registry: Registry) -> int:
    printer: Printer = await registry.find(Printer)
    sizes = printer.list_paper_sizes(1)  # expect: DUO104
    return sizes["A4"]
