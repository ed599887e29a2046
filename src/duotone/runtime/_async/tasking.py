"""One task while it is carried out: a conversation of its own, begun or gone on with, until there is a report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from duotone.errors import LogClosed
from duotone.runtime._async.conversation import AsyncConversation
from duotone.runtime._async.engine import AsyncEngine
from duotone.runtime.conversation.states import State, TurnResult
from duotone.runtime.delegation.records import Report, Task
from duotone.runtime.delegation.staff import Staff
from duotone.runtime.shielding import shielded
from duotone.runtime.tools.tool import Tool

__all__ = ["AsyncTasking"]

_NOBODY: Final = "nobody can be asked inside of a task; allow it with approve=... where the delegation is made"


class AsyncTasking:
    """What carries out tasks for one staff."""

    def __init__(self, engine: AsyncEngine, staff: Staff, delegate: Callable[[int], Tool]) -> None:
        """Let `delegate` make the tool with which those at a depth give tasks in turn."""
        self._engine = engine
        self._staff = staff
        self._delegate = delegate

    async def report(self, task: Task) -> Report:
        """Carry out a task, from wherever it is, and return what has come of it."""
        try:
            return await self._carry_out(task)
        except LogClosed:  # whoever finds the task in the log goes on with it
            raise
        except Exception as error:  # noqa: BLE001  # whoever gave the task is told, whatever it is
            return Report(State.ERROR.value, reason=f"{type(error).__name__}: {error}")

    async def _carry_out(self, task: Task) -> Report:
        engine, setting = self._engine, self._staff.setting(task, self._delegate)
        engine.settings[task.id] = setting
        child = AsyncConversation(engine, setting)
        try:
            await child.refresh()
            if setting.history.transcript.started is None:
                await child.send(task.text, by=task.parent.session)
            return Report.of(await self._answer(child))
        finally:
            await shielded(child.close, 0.0)

    async def _answer(self, child: AsyncConversation) -> TurnResult:
        """Let the agent go on until it has answered; what needs somebody's approval is rejected."""
        result = await child.run()
        while result.state is State.WAITING:
            for call in result.asked:
                await child.reject(call, _NOBODY, by="runtime")
            result = await child.run()
        return result if result.run else child.last
