"""A query of a library can be awaited as it is, or after more calls of its own, so that it is no coroutine."""

from records import Record


class Machine(Record):
    @classmethod
    async def every(cls) -> list["Machine"]:
        return await cls.all()

    @classmethod
    async def count(cls) -> int:
        found = await cls.all()
        return len(found)

    @classmethod
    async def names(cls) -> list[str]:
        return await cls.all().order_by("name").values_list("name")

    @classmethod
    async def stop(cls) -> None:
        await cls.all().update(is_running=False)
