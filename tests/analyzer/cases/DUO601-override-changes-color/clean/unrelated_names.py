"""The same names in classes that have nothing to do with each other, private names, and nested classes."""

import asyncio


class Sync:
    def load(self) -> str:
        return self.__read()

    def __read(self) -> str:
        return "sync"


class Later:
    async def load(self) -> str:
        return await self.__read()

    async def __read(self) -> str:
        await asyncio.sleep(0)
        return "later"

    class Meta:
        def load(self) -> str:
            return "meta"


class Mangled(Sync):
    async def __read(self) -> str:
        await asyncio.sleep(0)
        return "another name after mangling"

    async def read_later(self) -> str:
        return await self.__read()
