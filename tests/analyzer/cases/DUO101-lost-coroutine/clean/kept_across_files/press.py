"""Where the stored coroutines are awaited."""

import asyncio

from jobs import Plan


async def print_all(plan: Plan) -> list[str]:
    pages = await asyncio.gather(*plan.steps)
    if plan.last is not None:
        pages.append(await plan.last)
    return pages
