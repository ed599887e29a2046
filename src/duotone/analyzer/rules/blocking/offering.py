"""What to write in place of a call that leads to a blocking one: the async twin of the helper, or a thread for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from duotone.analyzer.flow.waiting.statements import is_of_local_file
from duotone.analyzer.rules.blocking.paths import Path
from duotone.analyzer.rules.program import Program
from duotone.analyzer.rules.writer import short

__all__ = ["at_call", "twins_of"]

_NO_TWIN = frozenset({"stub", "refuses", "overload"})
_NOT_FOR_THREADS = frozenset({"generator", "decorated", "loop"})
"""Marks of functions that a thread can't run in place of a call: who goes through one, reads it, or needs the loop."""
_THREAD = "; plain code needs {} as it is, so use await asyncio.to_thread(...) here"


def at_call(program: Program, path: Path) -> str:
    """The remedy for the call that a path begins with; nothing where it is rather for the end of the path to change."""
    callee = path.links[0][1]
    for twin in twins_of(callee):
        if twin != path.caller and _is_in_its_place(program, twin, callee) and _can_name(program, path.caller, twin):
            return f"; `{short(twin)}` is its async twin"
    shared = _shared(program, path)
    return _THREAD.format("it" if shared == callee else f"`{short(shared)}`") if shared else ""


def twins_of(name: str) -> Iterator[str]:
    """The names that the async twin of a plain function may have."""
    owner, _, last = name.rpartition(".")
    rest = last.lstrip("_")
    lead = last[: len(last) - len(rest)]
    plain = rest.removesuffix("_sync").removeprefix("sync_")
    for found in (f"{plain}_async", f"async_{plain}", f"a{plain}", *([plain] if plain != rest else [])):
        yield f"{owner}.{lead}{found}"


def _is_in_its_place(program: Program, twin: str, callee: str) -> bool:
    """Tell whether an async function does what a plain one does, and neither by calling that nor by blocking itself."""
    function = program.functions.get(twin)
    if function is None or "async" not in function.marks or not _NO_TWIN.isdisjoint(function.marks):
        return False
    return not function.blocking and all(call.callee != callee for call in function.calls)


def _can_name(program: Program, caller: str, name: str) -> bool:
    """Tell whether a function can call another by its name: one that is made in a function has it only there."""
    owner = name.rpartition(".")[0]
    return "nested" not in program.marks(name) or f"{caller}.".startswith(f"{owner}.")


def _shared(program: Program, path: Path) -> str:
    """The first function on the way that plain code calls too, or that its async twin calls, if a thread may run it.

    What is local to a thread, as connections to SQLite are, stays where it was made.
    """
    callee = path.links[0][1]
    names = [link[1] for link in path.links]
    is_special = callee.endswith("__") or not _NOT_FOR_THREADS.isdisjoint(program.marks(callee))
    if is_special or is_of_local_file(path.name) or any("loop" in program.marks(one) for one in names):
        return ""
    if path.caller in twins_of(callee):
        return callee
    return next((name for name in names if _is_called_by_others(program, name, names)), "")


def _is_called_by_others(program: Program, name: str, names: Sequence[str]) -> bool:
    return any(
        "async" not in caller.marks and caller.name not in names and not program.is_test(caller.name)
        for caller, _ in program.callers(name)
    )
