"""Where a task can't be made, since no loop is running: in what modules do on import, and on a thread of its own."""

from __future__ import annotations

import ast

from duotone.analyzer.flow import known
from duotone.analyzer.flow.file import Ran
from duotone.analyzer.flow.waiting.lending import runs_in_browser
from duotone.analyzer.link.values import options
from duotone.analyzer.rules.writer import Writer

__all__ = ["without_loop"]

_RUNNING = frozenset({"asyncio.create_task", "asyncio.tasks.create_task"})
"""What asks for the running loop; others have one, or look for one that is set."""
_THREADS = frozenset({"threading.Thread", "threading.Timer"})


def without_loop(name: str, node: ast.AST, ran: Ran | None, writer: Writer) -> str | None:
    """What to ask the project, if anything, so that no loop is running where a plain function makes a task.

    None where that can't be told: a lambda is called by somebody else, and the cells of a notebook have a loop.
    """
    if name not in _RUNNING or ran is None or ran.is_async or runs_in_browser(writer.file, ran):
        return None
    if writer.cells or any(isinstance(one, ast.Lambda) for one in writer.layout.above(node)):
        return None
    return "" if ran.symbol is None or _is_of_thread(ran, writer) else f"on import:{ran.name}"


def _is_of_thread(ran: Ran, writer: Writer) -> bool:
    """Tell whether a thread is made for a function, which so has no loop but one that it runs itself."""
    return any(
        one.kind == "function given"
        and str(one.data["name"]) in _THREADS
        and ran.name in map(known.dotted, options(one.data["value"]))
        for one in writer.file.observations
    )
