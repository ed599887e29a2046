# Made by `duotone mirror` from ../_async/desks.py: edit that file, and run it again.
"""What stands behind the tools `terminal` and `process`: commands that are run, and looked after, for an agent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from duotone.runtime.events import Json
from duotone.runtime.processes import Output, Processes, ProcessInfo
from duotone.runtime.tools.context import ToolContext
from duotone.runtime.tools.told import ended, listed, named, own, sessions_of, shown, started, wishes

__all__ = ["ProcessDesk", "Terminal"]

Action: TypeAlias = Literal["list", "poll", "wait", "log", "kill", "write", "close"]

_SHOWN: Final = 20_000
"""Bytes of an output that an agent sees at once; of a longer one, the beginning and the end."""
_TAIL: Final = 2_000
"""Bytes of an output that come with a state."""
_KILLING: Final = 30.0
"""Seconds for which an agent waits for a process that it ends."""


@dataclass(frozen=True, slots=True)
class Terminal:
    """Runs the commands of agents."""

    processes: Processes

    def terminal(  # noqa: PLR0913  # what an agent can ask for
        self,
        command: str,
        *,
        context: ToolContext,
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        timeout: float | None = None,
        background: bool = False,
        notify_on_complete: bool = False,
        watch_patterns: list[str] | None = None,
    ) -> Mapping[str, Json]:
        """Run a command in the shell.

        Args:
            command: a line for the shell
            context: for which call; no agent sees it
            cwd: the directory to run it in
            env: variables for it, besides those that all commands get
            timeout: seconds after which it is ended
            background: return at once, and let it go on
            notify_on_complete: be told when it has ended, if it is in the background
            watch_patterns: be told when it prints a line with one of these texts, if it is in the background
        """
        if background:
            wanted = wishes(context, notify_on_complete, watch_patterns)
            info = self.processes.start(command, cwd=cwd, env=env, timeout=timeout, **wanted)
            return started(info, notify_on_complete, watch_patterns)
        return ended(self.processes.run(command, cwd=cwd, env=env, timeout=timeout, show=_SHOWN))


@dataclass(frozen=True, slots=True)
class ProcessDesk:
    """Looks after the processes of agents."""

    processes: Processes

    def process(  # noqa: PLR0913  # what an agent can ask for
        self,
        action: Action,
        *,
        context: ToolContext,
        process: str | None = None,
        timeout: float = 60.0,
        after: int = -1,
        limit: int = _SHOWN,
        text: str = "",
    ) -> Mapping[str, Json]:
        """Look after the commands that run in the background.

        Args:
            action: list them all, or for one: poll how it stands, wait for its end, show its log, kill it, write to
                its input, or close its input
            context: for which call; no agent sees it
            process: which one, by the name that terminal gave it; only list needs none
            timeout: seconds to wait at most
            after: the byte of the log to begin after; leave it out for the end of the log
            limit: bytes of the log to show
            text: what to write; end a line with a line break
        """
        if action == "list":
            return listed([info for name in sessions_of(context) for info in self.processes.list(name)])
        info = own(context, self.processes.poll(named(process)))
        answer = self._do(info.id, action, context, timeout=max(0.0, timeout), after=after, limit=limit, text=text)
        tail = self.processes.output(info.id, limit=_TAIL) if isinstance(answer, ProcessInfo) else None
        return shown(info.id, answer, tail)

    def _do(  # noqa: PLR0913  # what the actions need, each a part of it
        self, name: str, action: Action, context: ToolContext, *, timeout: float, after: int, limit: int, text: str
    ) -> ProcessInfo | Output | None:
        match action:
            case "wait":
                return self.processes.wait(name, timeout)
            case "log":
                return self.processes.output(name, after=after, limit=min(max(1, limit), _SHOWN))
            case "kill":
                who = context.participant or "agent"
                return self.processes.kill(name, by=who, timeout=min(timeout, _KILLING))
            case "write":
                self.processes.write(name, text)
            case "close":
                self.processes.close_input(name)
            case _:
                return self.processes.poll(name)
        return None
