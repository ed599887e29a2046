"""Where a task can't be made, since no loop is running: in what modules do on import, and on a thread of its own."""

from __future__ import annotations

import ast
from collections import Counter

from duotone.analyzer.flow import known
from duotone.analyzer.flow.file import File, Ran
from duotone.analyzer.flow.waiting.lending import runs_in_browser
from duotone.analyzer.link.values import Partial, options
from duotone.analyzer.rules.writer import Writer

__all__ = ["given_to_threads", "without_loop"]

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
    return "" if ran.symbol is None else f"no loop:{ran.name}"


def given_to_threads(file: File) -> list[str]:
    """The functions that a file uses as values for nothing but to make threads, which so have no loop of others."""
    given: Counter[str] = Counter()
    for one in file.observations if any(name in file.source for name in ("Thread(", "Timer(")) else ():
        if one.kind == "function given" and one.data["name"] in _THREADS:
            found = options(one.data["value"])
            given.update(known.dotted(it.target if isinstance(it, Partial) else it) for it in found)
    return sorted(name for name, count in given.items() if file.loaded.get(name) == count)
