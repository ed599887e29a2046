"""What the deployment of a server can and can't do: looked at again while somebody asks, since engines come and go."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from typing import Final

from duotone.contract.offloading import offload
from duotone.errors import BadEngine, DuotoneError
from duotone.runtime.engines.deployment import Ability, Fact, log_facts, reached
from duotone.runtime.log import Place

__all__ = ["Deployment"]

_LOGGER = logging.getLogger("duotone.server")

_KEPT: Final = 10.0
"""Seconds for which what was found is good, since looking takes connections to the engine and to the log."""
_PATIENCE: Final = 1.0
"""Seconds for which somebody waits for a look; after that they are told what the last one has found."""


class Deployment:
    """The facts of a deployment, with the time at which they were found."""

    def __init__(self, place: Place) -> None:
        """Look at nothing yet; the log is in this place, and the engine the one that the environment names."""
        self.facts: Sequence[Fact] = ()
        self.at = 0.0
        """When these facts were found, in seconds since the epoch."""
        self._place = place
        self._looked = float("-inf")
        self._looking: asyncio.Task[None] | None = None

    async def look(self) -> None:
        """Find out how everything stands, and warn of what has broken since the last time."""
        before = {fact.what for fact in self.facts if fact.ability is Ability.BROKEN}
        self.facts = (*await self._of_engine(), *await offload(log_facts, self._place))
        self.at, self._looked = time.time(), time.monotonic()
        for fact in self.facts:
            if fact.ability is Ability.BROKEN and fact.what not in before:
                _LOGGER.warning("%s: %s; %s", fact.what, fact.found, fact.instead or "see `duotone engine check`")

    async def _of_engine(self) -> Sequence[Fact]:
        try:
            return await reached(None, self._place)
        except BadEngine as error:
            return [Fact("engine", Ability.BROKEN, str(error))]

    async def fresh(self) -> Sequence[Fact]:
        """Return the facts of the last few seconds; or older ones, if to look again takes longer than one may wait."""
        if time.monotonic() - self._looked >= _KEPT:
            if self._looking is None or self._looking.done():
                self._looking = asyncio.get_running_loop().create_task(self._look_again(), name="deployment")
            await asyncio.wait({self._looking}, timeout=_PATIENCE)
        return self.facts

    async def _look_again(self) -> None:
        try:
            await self.look()
        except DuotoneError as error:  # no worker is free: `at` tells how old the facts are
            _LOGGER.warning("could not look at the deployment: %s", error)

    def stop(self) -> None:
        """Look no more."""
        if self._looking is not None:
            self._looking.cancel()
