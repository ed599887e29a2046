"""A parameter has no type, and every definition of the method's name in the project is async."""

import asyncio


class CsvExporter:
    async def export_rows(self, rows):
        await asyncio.sleep(0)


class ParquetExporter:
    async def export_rows(self, rows):
        await asyncio.sleep(0)
