"""Balances, whose function of the same name may be made in any way."""

from wharf.scales import weigh as weigh_slowly


async def weigh(tons: float) -> None:
    await weigh_slowly(tons)
