"""An example for the version in which it was plain."""

from kitchen import open_oven


async def show() -> str:
    oven = await open_oven()
    return oven.read().upper()
