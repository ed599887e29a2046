"""Who calls a wrapper awaits it."""

from probes import ButtonProbe, SwitchProbe


async def check(button: ButtonProbe, switch: SwitchProbe) -> None:
    await button.press_down()
    await switch.press_down()
