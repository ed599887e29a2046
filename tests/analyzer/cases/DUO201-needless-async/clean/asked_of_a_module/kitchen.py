"""A kitchen that asks for getters by names which it puts together, and awaits what it got."""

import getters


class Kitchen:
    def __init__(self, kind: str) -> None:
        self.getter = getattr(getters, "get_{}".format(kind))

    async def ask(self, oven: dict[str, int]) -> object:
        return await self.getter(oven)
