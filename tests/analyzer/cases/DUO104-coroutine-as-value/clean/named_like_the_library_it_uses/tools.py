"""The only method of its name in the project, which is async."""

class Converter:
    @staticmethod
    async def convert(name, target=None):
        return await run(name, target)

    @staticmethod
    async def twice(name):
        await Converter.convert(name)
        return await Converter.convert(name)


async def run(*words): ...
