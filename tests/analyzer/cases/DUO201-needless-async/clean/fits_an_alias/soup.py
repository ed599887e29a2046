"""What a cook writes, and puts into a file of settings."""

from kitchen import Plate, Pot


async def season(pot: "Pot") -> None:
    pot.salt += 1


async def warm(plate: Plate, pot: Pot) -> None:
    plate.warm = pot.salt > 0
