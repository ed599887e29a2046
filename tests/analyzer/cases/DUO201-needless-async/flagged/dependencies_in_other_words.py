"""Words that say nothing of who calls a function."""


async def order(rooms: dict[str, list[str]]) -> list[str]:  # expect: DUO201
    """Give the dependency graph of some rooms, without any dependency injection."""
    return sorted(rooms, key=lambda name: len(rooms[name]))


async def show(rooms: dict[str, list[str]]) -> str:
    names = await order(rooms)
    await pause()
    return " ".join(names)
