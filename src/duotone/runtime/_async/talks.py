"""What a runtime does with turns and tasks that somebody has left: goes on with them, or lets them end."""

from __future__ import annotations

from collections.abc import Mapping

from duotone.errors import Unbound
from duotone.runtime._async.adopting import recover_tasks
from duotone.runtime._async.conversation import AsyncConversation
from duotone.runtime._async.engine import AsyncEngine
from duotone.runtime._async.interrupting import AsyncInterrupts
from duotone.runtime._async.orphans import end_orphans_among
from duotone.runtime.events import Draft, Json
from duotone.runtime.log import RunRow

__all__ = ["AsyncTalks"]


class AsyncTalks:
    """The conversations of a log, as far as a runtime knows them by their runs."""

    def __init__(self, engine: AsyncEngine) -> None:
        """Look at the log of this engine."""
        self._engine = engine

    async def resume(self, row: RunRow) -> None:
        """Go on with a turn that was opened here, or whose agent was enlisted; raises `Unbound` for any other."""
        setting = self._engine.setting(row.session, row.name)
        if setting is None:
            raise Unbound(row.session, row.name)
        await AsyncConversation(self._engine, setting).run()

    async def break_off(self, row: RunRow) -> None:
        """Let a turn stand still that nobody drives."""
        said: dict[str, Json] = {"by": "runtime", "reason": "nobody drives it"}
        await AsyncInterrupts(self._engine, row.session).break_off(Draft("signal.cancel", said, row.run))

    async def stop_tasks(self, row: RunRow, said: Mapping[str, Json]) -> None:
        """Let the tasks stand still that a turn waits for."""
        await AsyncInterrupts(self._engine, row.session).stop_tasks(said)

    async def end_orphans(self, rows: list[RunRow]) -> None:
        """Let those of these turns end that carry out tasks for which nobody waits any more."""
        await end_orphans_among(self._engine, rows)

    async def recover_tasks(self) -> set[str]:
        """Go on with tasks in the background whose hosts are gone, and return their sessions."""
        return await recover_tasks(self._engine)
