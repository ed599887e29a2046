"""The coroutine is bound to a name first and written into text later."""

import asyncio


class Build:
    async def version(self) -> str:
        await asyncio.sleep(0)
        return "1.0"


class Release:
    build: Build

    def __init__(self, build: Build) -> None:
        self.build = build

    async def announce(self) -> str:
        await asyncio.sleep(0)
        version = self.build.version()  # expect: DUO105
        return f"released {version!s}"  # lost: DUO105

    async def tag(self) -> None:
        version = self.build.version()  # expect: DUO105
        await asyncio.sleep(0)
        print("v" + str(version))  # lost: DUO105
