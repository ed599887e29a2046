"""A file that becomes Python once its places are filled in."""

import asyncio

from {{ package }}.crew import {{ class_name }}


async def run() -> None:
    await asyncio.sleep(0)
    await {{ class_name }}().run()
