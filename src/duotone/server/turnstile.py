"""Who is served next where several tenants ask at once: by turns, however many requests one of them has in line.

1. So many requests are worked on at once, and tenants share these places as `shares` says: whoever comes next finds
   one, and the line of a tenant is in nobody's way but its own. A request that only waits leaves its place.
2. A place that becomes free goes to the tenant that has the fewest, and of those to the one whose turn is longest ago.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from duotone.server.shares import Shares

__all__ = ["Turnstile", "Visit", "wait_outside"]


class Turnstile:
    """So many places, for which tenants stand in lines of their own."""

    def __init__(self, places: int) -> None:
        """Have nobody in line."""
        self._inside = Shares(places)
        self._lines: dict[str, deque[asyncio.Future[None]]] = {}
        """Those who wait, by tenant; the tenant whose turn is longest ago comes first."""

    @property
    def waiting(self) -> int:
        """How many are in line."""
        return sum(map(len, self._lines.values()))

    async def enter(self, tenant: str) -> Visit:
        """Wait for a place, and take it."""
        if tenant not in self._lines and self._inside.may_take(tenant):
            self._inside.take(tenant)
        else:
            await self._stand_in_line(tenant)
        return Visit(self, tenant)

    async def _stand_in_line(self, tenant: str) -> None:
        place = asyncio.get_running_loop().create_future()
        line = self._lines.setdefault(tenant, deque())
        line.append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():  # it had been let in already
                self.leave(tenant)
            elif place in line:
                line.remove(place)
                if not line:
                    self._lines.pop(tenant, None)
            raise

    def leave(self, tenant: str) -> None:
        """Give a place back, and let in who is next."""
        self._inside.leave(tenant)
        while self._lines and self._inside.may_take(fewest := min(self._lines, key=self._inside.of)):
            self._let_in(fewest)

    def _let_in(self, tenant: str) -> None:
        line = self._lines.pop(tenant)
        place = line.popleft()
        if line:
            self._lines[tenant] = line  # behind all others
        if not place.done():
            self._inside.take(tenant)
            place.set_result(None)


class Visit:
    """One request that is worked on; it can step outside once, and doesn't come back."""

    def __init__(self, turnstile: Turnstile, tenant: str) -> None:
        """Have a place."""
        self._turnstile = turnstile
        self._tenant = tenant
        self._is_inside = True

    def leave(self) -> None:
        """Give the place back, if that was not done."""
        if self._is_inside:
            self._is_inside = False
            self._turnstile.leave(self._tenant)

    @contextmanager
    def here(self) -> Generator[None]:
        """Let what is called in this block know of the visit, which ends with it."""
        token = _VISIT.set(self)
        try:
            yield
        finally:
            _VISIT.reset(token)
            self.leave()


_VISIT: Final[ContextVar[Visit | None]] = ContextVar("duotone_visit", default=None)


def wait_outside() -> None:
    """Let another request be worked on, since this one only waits from here on."""
    visit = _VISIT.get()
    if visit is not None:
        visit.leave()
