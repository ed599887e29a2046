"""The same decorator on a plain function that hands on a coroutine, as it says."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import typing_extensions as te


class Local:
    @te.override
    async def wait_for(self, kind: str) -> str:
        await asyncio.sleep(0)
        return kind

    @te.override
    def wait(self, kind: str) -> Coroutine[Any, Any, str]:
        return self.wait_for(kind)


async def main() -> None:
    print(await Local().wait("x"))
