"""Following for as long as one may: a stream ends with the token that opened it, not only with the next request."""

from __future__ import annotations

from duotone.errors import DuotoneError
from duotone.server.asking import Caller
from duotone.server.frames import Frame
from duotone.server.ground import Ground
from duotone.server.history import Begin, Topic

__all__ = ["Following"]


class Following:
    """A subscription of somebody: nothing of it is shown once their token is worth nothing."""

    def __init__(self, ground: Ground, caller: Caller, topic: Topic, start: Begin) -> None:
        """Begin where `start` says; raises a problem 503 if too many follow, or the server ends."""
        self.is_refused = False
        """Whether it has ended since the caller may not read any more."""
        self._caller = caller
        self._tokens = ground.tokens
        self._source = ground.tail.follow(topic, start)

    async def next(self) -> list[Frame]:
        """Wait for what is to be sent next; nothing means that this is the end, and the reader may come back.

        A silent stream hears of the end of its token with the next heartbeat.
        """
        frames = await self._source.next()
        if frames and not await self._may_read():
            self.is_refused = True
            self.close()
            return []
        return frames

    def close(self) -> None:
        """Follow no more."""
        self._source.close()

    async def _may_read(self) -> bool:
        try:
            await self._tokens.refresh()
        except DuotoneError:  # nobody knows which tokens are good
            return False
        return self._tokens.opens(self._caller.token)
