# Made by `duotone mirror` from ../_async/talks.py: edit that file, and run it again.
"""What a runtime does with turns and tasks that somebody has left: goes on with them, or lets them end."""

from __future__ import annotations

from collections.abc import Mapping

from duotone.errors import Unbound
from duotone.runtime._sync.adopting import recover_tasks
from duotone.runtime._sync.conversation import Conversation
from duotone.runtime._sync.engine import Engine
from duotone.runtime._sync.interrupting import Interrupts
from duotone.runtime._sync.orphans import end_orphans_among
from duotone.runtime.events import Draft, Json
from duotone.runtime.log import RunRow

__all__ = ["Talks"]


class Talks:
    """The conversations of a log, as far as a runtime knows them by their runs."""

    def __init__(self, engine: Engine) -> None:
        """Look at the log of this engine."""
        self._engine = engine

    def resume(self, row: RunRow) -> None:
        """Go on with a turn that was opened here, or whose agent was enlisted; raises `Unbound` for any other."""
        setting = self._engine.setting(row.session, row.name)
        if setting is None:
            raise Unbound(row.session, row.name)
        Conversation(self._engine, setting).run()

    def break_off(self, row: RunRow) -> None:
        """Let a turn stand still that nobody drives."""
        said: dict[str, Json] = {"by": "runtime", "reason": "nobody drives it"}
        Interrupts(self._engine, row.session).break_off(Draft("signal.cancel", said, row.run))

    def stop_tasks(self, row: RunRow, said: Mapping[str, Json]) -> None:
        """Let the tasks stand still that a turn waits for."""
        Interrupts(self._engine, row.session).stop_tasks(said)

    def end_orphans(self, rows: list[RunRow]) -> None:
        """Let those of these turns end that carry out tasks for which nobody waits any more."""
        end_orphans_among(self._engine, rows)

    def recover_tasks(self) -> set[str]:
        """Go on with tasks in the background whose hosts are gone, and return their sessions."""
        return recover_tasks(self._engine)
