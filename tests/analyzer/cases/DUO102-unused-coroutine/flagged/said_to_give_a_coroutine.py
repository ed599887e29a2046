"""Plain methods are annotated with the coroutine that they give, and nobody awaits it."""

import asyncio
from collections.abc import Coroutine
from typing import Any


class Ferry:
    async def leave(self, pier: int) -> None:
        await asyncio.sleep(pier)

    def leave_first(self) -> Coroutine[Any, Any, None]:
        return self.leave(1)

    async def close(self) -> None:
        waiting = self.leave_first()  # expect: DUO102
        await asyncio.sleep(0)
