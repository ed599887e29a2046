"""The override is the fault, and not those who await what they get: they know what they have."""

import asyncio


class Component:
    def update(self, fields: dict[str, str]) -> dict[str, str]:
        return fields


class Remote(Component):
    async def update(self, fields: dict[str, str]) -> dict[str, str]:  # expect: DUO601
        await asyncio.sleep(0)
        return fields


def made() -> Component:
    return Remote()


async def main() -> None:
    component = made()
    print(await component.update({}))
