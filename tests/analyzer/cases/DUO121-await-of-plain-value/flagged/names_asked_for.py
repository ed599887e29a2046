"""A method that is asked for by its whole name is that one."""


class Machine:
    def _get_value_limits(self) -> dict[str, int]:
        return {}

    async def get_limits(self) -> dict[str, int]:
        getter = getattr(self, "_get_value_limits")
        return await getter()  # expect: DUO121

    async def get_now(self) -> dict[str, int]:
        return await self._get_value_limits()  # expect: DUO121
