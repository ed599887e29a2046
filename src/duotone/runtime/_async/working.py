"""A step of an agent as a worker of an engine takes it: told by the log alone of what was said before."""

from __future__ import annotations

from typing import Any

from duotone.contract.workers import Pool
from duotone.runtime._async.engine import AsyncEngine
from duotone.runtime._async.fenced import AsyncFencedBook
from duotone.runtime._async.knowing import read_on
from duotone.runtime._async.stepping import take_step
from duotone.runtime.agents.setting import Setting
from duotone.runtime.engines.claims import Claim
from duotone.runtime.units import AnyUnit, unit_of

__all__ = ["AsyncWorkedStep"]


class AsyncWorkedStep:
    """One attempt of an agent's step, whose turn is decided on elsewhere."""

    def __init__(self, engine: AsyncEngine, setting: Setting, claim: Claim) -> None:
        """Have called nothing."""
        self.book = AsyncFencedBook(engine.log, claim)
        self._engine = engine
        self._setting = setting
        self._step = claim.call.step

    def unit(self, home: Pool | None = None) -> AnyUnit:
        """Return what a crew calls, on a thread of its own if it is given one."""
        return unit_of(self.take, name=self._setting.agent.name, idempotent=True, effect=False, home=home)

    async def take(self) -> Any:
        """Know what was said, and let the agent take its step."""
        await read_on(self._engine.log, self._setting.session, self._setting.history)
        return await take_step(self._engine, self._setting, self._step, self.book, await self._until())

    async def _until(self) -> float | None:
        """Return when the turn is to have ended."""
        if self._setting.limits.seconds is None:
            return None
        until: float | None = None
        for event in await self._engine.log.read_run(self.book.run):
            if event.kind in {"run.started", "run.resumed"}:
                said: Any = event.data.get("until")
                until = said
        return until
