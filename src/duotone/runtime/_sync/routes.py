# Made by `duotone mirror` from ../_async/routes.py: edit that file, and run it again.
"""The way from an outbox to one reader: a channel of either color, for all sessions or for one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias, cast

from duotone.contract.handlers import Handlers
from duotone.runtime.delivery.channels import Channel, Notice
from duotone.runtime.delivery.once import Once
from duotone.runtime.delivery.promises import Promise
from duotone.runtime.events import Json, encoded

__all__ = ["Brought", "OnWake", "Route"]

OnWake: TypeAlias = "Callable[[Notice, Channel], object]"
"""What is called when a notice is there for a session that may be idle; of either color, and soon done."""


class Brought(NamedTuple):
    """What became of one try: what the channel says about it, and what went wrong."""

    receipt: Json
    errors: list[Exception]


class Route:
    """A channel that is bound; it is given each notice once, and whoever is to be woken is as well."""

    def __init__(self, channel: Channel, session: str | None, on_wake: OnWake | None) -> None:
        """Lead to `channel` whatever is promised to its name, in all sessions or in one."""
        self.channel = channel
        self.session = session
        self._readers: Handlers[Notice] = Handlers(errors="collect")
        self._readers.add(channel.deliver)
        self._sleepers: Handlers[Notice, Channel] = Handlers(errors="collect")
        if on_wake is not None:
            self._sleepers.add(on_wake)
        self._delivered, self._woken = Once(), Once()
        self.is_left = False
        """Whether nobody will promise anything more on it, so that it ends with what is open."""

    @property
    def is_open(self) -> bool:
        """Whether the channel can still deliver."""
        return self.channel.abilities.can_deliver_late

    def is_like(self, other: Route) -> bool:
        """Say whether both lead from the same sessions to the same channel."""
        return self.channel is other.channel and self.session == other.session

    def stand_beside(self, others: Iterable[Route]) -> None:
        """Let the channel get each notice once, although other routes lead to it as well."""
        for other in others:
            if other.channel is self.channel:
                self._delivered = other._delivered  # noqa: SLF001  # one of its own kind

    def takes(self, promise: Promise) -> bool:
        """Say whether this leads to the reader of a promise."""
        return promise.channel == self.channel.name and self.session in {None, promise.session}

    def bring(self, notice: Notice) -> Brought:
        """Wake the session and deliver the notice, each unless an earlier try has done so."""
        errors: list[Exception] = []
        if notice.key not in self._woken:
            errors += self._sleepers.emit(notice, self.channel).errors
            if not errors:
                self._woken.add(notice.key)
        receipt: Json = None
        if notice.key not in self._delivered:
            delivery = self._readers.emit(notice)
            errors += delivery.errors
            if delivery.results:
                self._delivered.add(notice.key)
                receipt = _receipt(delivery.results[0])
        return Brought(receipt, errors)


def _receipt(result: object) -> Json:
    """Return what a channel says about a delivery, if it is something that the log can hold."""
    if not isinstance(result, Mapping):
        return None
    receipt = cast("Mapping[str, Json]", result)
    try:
        encoded(receipt)
    except (TypeError, ValueError):
        return None
    return receipt
