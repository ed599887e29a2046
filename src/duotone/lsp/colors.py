"""The colors of functions as an editor shows them: over a definition, and over each call of it in the open files."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence

from lsprotocol import types

from duotone.analyzer.findings import Place
from duotone.analyzer.rules.facts import CallFact, FunctionFact
from duotone.analyzer.rules.program import Program
from duotone.lsp.positions import Positions
from duotone.lsp.tasks import Hint

__all__ = ["Colors"]

_CHAIN = re.compile(r"[\w.]+")


class Colors:
    """Says of the functions of a project what calling them gives, from what the check knows already."""

    def __init__(self, program: Program, positions: Positions) -> None:
        self._program = program
        self._positions = positions
        # Most functions are called more than once, and one text for all of them travels once.
        self._about = functools.cache(self._described)

    def hints(self, functions: Sequence[FunctionFact], path: str) -> Iterator[Hint]:
        """Give the hints of one file, by its functions."""
        for function in functions:
            if "module" not in function.marks:
                yield Hint(self._span(path, function.line, function.column, function.name), self._about(function.name))
            for call in function.calls:
                hint = self._called(path, call)
                if hint is not None:
                    yield hint

    def _called(self, path: str, call: CallFact) -> Hint | None:
        """Give the hint over the name of what is called; None where it is called by another name, or out of sight."""
        if call.callee not in self._program.functions:
            return None
        place = Place(path, call.line, call.column, call.line, call.column)
        lines = self._positions.lines(place)
        chain = _CHAIN.match(lines[call.line - 1], call.column - 1) if call.line <= len(lines) else None
        name = _last(call.callee)
        if chain is None or _last(chain[0]) != name:
            return None
        return Hint(self._span(path, call.line, chain.end() - len(name) + 1, name), self._about(call.callee))

    def _span(self, path: str, line: int, column: int, name: str) -> types.Range:
        return self._positions.range(Place(path, line, column, line, column + len(_last(name))))

    def _described(self, name: str) -> str:
        """Say in Markdown which color a function has, why, and where it is defined."""
        function = self._program.functions[name]
        place = self._program.place(name)
        where = f" (`{place.path}:{place.line}`)" if place is not None else ""
        return "\n\n".join((f"**{_color(function)}** `{name}`{where}", *_reasons(function)))


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _color(function: FunctionFact) -> str:
    color = "async" if "async" in function.marks else "sync"
    kind = "generator" if "generator" in function.marks else "method" if "method" in function.marks else "function"
    return f"{color} {kind}"


def _reasons(function: FunctionFact) -> Iterator[str]:
    """Say what a call gives, and what is worth knowing of the body."""
    match "async" in function.marks, "generator" in function.marks:
        case True, True:
            yield "`async def` with `yield`: a call makes an async generator, for `async for`."
        case True, False:
            yield "`async def`: a call makes a coroutine, and its body runs when that is awaited."
        case False, True:
            yield "`def` with `yield`: a call makes a generator, for `for`."
        case _:
            yield "`def`: a call runs the body on the spot."
    if "decorated" in function.marks:
        yield "Its decorators may change what a call gives."
    for name, line, _, instead in function.blocking[:1]:
        yield f"It holds up its thread: `{name}` in line {line}; use {instead}."
    for name, line, _ in function.loops[:1]:
        yield f"It starts a loop: `{name}` in line {line}."
