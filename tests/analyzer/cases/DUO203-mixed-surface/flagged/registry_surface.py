"""A registry whose writers are async and whose readers are plain, over one dictionary."""

import asyncio


class AgentRegistry:  # expect: DUO203
    def __init__(self) -> None:
        self._agents: dict[str, str] = {}

    async def register(self, name: str, url: str) -> None:  # may: DUO201
        self._agents[name] = url

    async def unregister(self, name: str) -> None:  # may: DUO201
        self._agents.pop(name, None)

    async def find(self, name: str) -> str | None:  # may: DUO201
        return self._agents.get(name)

    def names(self) -> list[str]:
        return list(self._agents)

    def rename(self, old: str, new: str) -> None:
        self._agents[new] = self._agents.pop(old)


async def main(registry: AgentRegistry) -> None:
    await registry.register("a", "http://localhost")
    registry.rename("a", "b")
    print(await registry.find("b"), registry.names())
    await registry.unregister("b")
    await asyncio.sleep(0)
