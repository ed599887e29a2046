"""What a cook writes."""


async def season(pot) -> None:
    pot.salt += 1
