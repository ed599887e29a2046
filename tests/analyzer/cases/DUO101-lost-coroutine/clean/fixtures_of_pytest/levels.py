"""The one class of a project that has a method of this name, and it is async."""


class Levels:
    async def set_level(self, level: int) -> None:
        await store(level)


async def reset(levels: Levels) -> None:
    await levels.set_level(0)
