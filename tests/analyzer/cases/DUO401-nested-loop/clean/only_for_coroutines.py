"""A helper starts a loop only where it has got a coroutine, and plain functions are given to it here."""

import asyncio
import inspect


class Check:
    def evaluate(self, text: str):
        return bool(text)

    def evaluate_now(self, text: str) -> bool:
        found = self.evaluate(text)
        if inspect.iscoroutine(found):
            return asyncio.run(found)
        return found


async def main(check: Check) -> bool:
    await asyncio.sleep(0)
    return check.evaluate_now("a")
