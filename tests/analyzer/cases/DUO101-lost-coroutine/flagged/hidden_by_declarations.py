"""A field that is only declared binds nothing in the body of its class, where its name still means the outer one."""

import asyncio


class Meters:
    class Meter:
        async def read(self) -> int:
            await asyncio.sleep(1)
            return 7


class Panel:
    class Main(Meters.Meter):
        pass

    Meters: Main
    spare: Meters.Meter

    def __init__(self) -> None:
        self.spare = Meters.Meter()


def read(panel: Panel) -> None:
    Panel.Main().read()  # expect: DUO101
    panel.Meters.read()  # expect: DUO101
    panel.spare.read()  # expect: DUO101
