"""What a key of the stub gives is known by the type of the key."""

import asyncio
from typing import Final

from keys import Key, Parts


class Part:
    pass


class Color(Part):
    async def paint(self, hue: int) -> None:
        await asyncio.sleep(hue)


COLOR: Final[Key[Color]] = Key("color")


class Lamp:
    @property
    def parts(self) -> Parts[Part]:
        return {}


async def paint(lamp: Lamp) -> None:
    lamp.parts[COLOR].paint(1)  # expect: DUO101
    color = lamp.parts[COLOR]
    color.paint(2)  # expect: DUO101
    await color.paint(3)
