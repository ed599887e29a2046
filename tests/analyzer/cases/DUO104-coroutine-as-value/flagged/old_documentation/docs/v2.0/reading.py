"""An example for this version."""

from kitchen import open_oven


async def show() -> str:
    oven = await open_oven()
    return oven.read().upper()  # expect: DUO104
