"""A parameter that one twin warns of is to go, so that nobody adds it to the other."""

from bells.versions import warn_until


class Bells:
    def __init__(self, tower) -> None:
        self.tower = tower

    async def ring_async(self, tune: str, then=None, loud: bool = True) -> bool:
        if not tune:
            raise ValueError("no tune")
        await self.tower.play(tune, loud)
        if then is not None:
            warn_until(9, "The argument then of ring_async will be removed in 9")
            then(None)
        return True

    def ring(self, tune: str, loud: bool = True) -> bool:
        if not tune:
            raise ValueError("no tune")
        self.tower.play(tune, loud)
        return True


def chime(tower, hour: int, style: str = "plain") -> int:
    """Strike the hour.

    Args:
        style: Deprecated, all towers sound alike.
    """
    tower.strike(hour)
    return hour


async def chime_async(tower, hour: int) -> int:
    await tower.strike(hour)
    return hour
