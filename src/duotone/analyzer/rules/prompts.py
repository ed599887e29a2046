"""Questions to a user at the terminal, which hold up nobody unless something goes on beside them."""

from __future__ import annotations

from duotone.analyzer.flow.file import File
from duotone.analyzer.rules.program import Program

__all__ = ["is_alone", "kept"]

_KEPT_BY = "DUO301"
_QUESTIONS = frozenset({"builtins.input", "getpass.getpass"})
_BESIDE = ("create_task(", "ensure_future(", "gather(", "TaskGroup(", "start_soon(", "_threadsafe(", "start_server(")


def kept(file: File) -> dict[str, bool]:
    """Whether a file makes anything go on beside its own steps."""
    return {"beside": any(word in file.source for word in _BESIDE)}


def is_alone(program: Program, name: str, *paths: str) -> bool:
    """Tell whether a call waits for a user, and no file on the way to it makes anything go on meanwhile."""
    return name in _QUESTIONS and not any(file.kept[_KEPT_BY]["beside"] for file in program.files if file.path in paths)
