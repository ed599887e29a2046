"""Blocking calls that hold up nobody, since nothing else is on the loop: questions to a user, first steps, no loop."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator, Sequence
from typing import Any

from duotone.analyzer.findings import Place
from duotone.analyzer.flow.file import File, Ran
from duotone.analyzer.flow.waiting.boards import lines_for_boards
from duotone.analyzer.flow.waiting.iterating import iterated_lines
from duotone.analyzer.flow.waiting.settling import settled, settles
from duotone.analyzer.flow.waiting.statements import is_of_one_row_by_engine
from duotone.analyzer.flow.waiting.terminals import lent_lines
from duotone.analyzer.rules.blocking.apart import (
    apart,
    bridged,
    leaves_loops,
    run_alone,
    run_to_end,
    runners,
    starters,
)
from duotone.analyzer.rules.program import Program
from duotone.analyzer.rules.trust.suites import is_of_tests

__all__ = ["Alone", "kept"]

_KEPT_BY = "DUO301"
_QUESTIONS = frozenset({"builtins.input", "getpass.getpass"})
_BESIDE = ("create_task(", "ensure_future(", "gather(", "TaskGroup(", "start_soon(", "_threadsafe(", "start_server(")
_DATABASES = ("sqlite", "postgres", "mysql", "mariadb", "oracle", "mssql", "cockroachdb")
_ADDRESS = re.compile(rf"\b({'|'.join(_DATABASES)})\w*(?:\+\w+)?://")
_DRIVES = "run_until_complete("
_RUN = re.compile(r"\b(?:asyncio|anyio|trio)\.run\((\w+)")
_LIFESPAN = re.compile(r"\blifespan\w*=([\w. ]+)")
_MANAGER = "asynccontextmanager"
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_STEP = ".send(None)"
_WAITING = (ast.Await, ast.AsyncFor, ast.AsyncWith)


def kept(file: File) -> dict[str, Any]:
    """Whether a file makes anything go on beside its own steps, and on which lines functions have the loop alone.

    What a loop is begun with has it until its first `await`, whichever way it goes. "managers" are async context
    managers, "lifespans" the names of what is given as the lifespan of an application, "handlers" what it runs as it
    does one, and "drivers" functions that take the steps of a coroutine themselves, so that it needs no loop.
    "databases" are the kinds of those that have an address in the file. "views" are functions that a framework gives a
    loop for each request, and "bridged" those that have one for each call. "settled" are lines on which a result is
    there, by what the function, or who takes one of the parameters in "settles", has waited for. "boards" are the lines
    of what another runtime runs, and "terminals" those of blocks that have the terminal for themselves.
    """
    source = file.source
    runs = _RUN.findall(source) if ".run(" in source else ()
    first = {name for name in runs if _is_called_once(name, source)}
    alone = {
        ran.name: _before_waiting(ran.node.body)[0]
        for ran in file.ran
        if first and isinstance(ran.node, ast.AsyncFunctionDef) and ran.node.name in first
    }
    beside = any(word in source for word in _BESIDE) and _starts_something(file)
    drivers = [ran.name for ran in file.ran if _drives(ran)] if _STEP in source else []
    managers = [ran.name for ran in file.ran if _is_manager(ran)] if _MANAGER in source else []
    given = _LIFESPAN.findall(source) if "lifespan" in source else ()
    lifespans = [name.rpartition(".")[2] for names in given for name in names.split()]
    return {
        "beside": beside,
        "alone": alone,
        "drivers": drivers,
        "managers": managers,
        "lifespans": lifespans,
        "handlers": sorted(file.around_serving),
        "rows": [*_rows(file)],
        "runs": run_to_end(file),
        "views": sorted(file.on_own_loops),
        "bridged": bridged(file),
        "leaves": leaves_loops(file),
        "runners": runners(file),
        "settled": {ran.name: found for ran in file.ran if (found := settled(source, ran))},
        "settles": [target for ran in file.ran for target in settles(source, ran)],
        "iterated": {ran.name: lines for ran in file.ran if (lines := iterated_lines(ran))},
        "starters": starters(file),
        "boards": lines_for_boards(file),
        "terminals": lent_lines(file),
        "databases": sorted(set(_ADDRESS.findall(source))) if any(word in source for word in _DATABASES) else [],
    }


def _rows(file: File) -> Iterator[int]:
    """The lines on which SQLAlchemy is asked for one row, or writes one."""
    for ran in file.ran:
        for name, node, _ in file.calls(ran):
            if is_of_one_row_by_engine(ran.node, name, node):
                yield node.lineno


def _starts_something(file: File) -> bool:
    """Tell whether something is started beside what a file does, and not only what it runs to the end itself."""
    if _DRIVES not in file.source:
        return True
    for ran in file.ran:
        calls = [ast.unparse(part.func) for part in _own_parts(ran.node.body) if isinstance(part, ast.Call)]
        is_driven = not ran.is_async and any(f"{name}(".endswith(_DRIVES) for name in calls)
        if not is_driven and any(f"{name}(".endswith(_BESIDE) for name in calls):
            return True
    return False


def _is_manager(ran: Ran) -> bool:
    """Tell whether a function is an async context manager."""
    return isinstance(ran.node, ast.AsyncFunctionDef) and any(
        ast.unparse(one).endswith(_MANAGER) for one in ran.node.decorator_list
    )


def _drives(ran: Ran) -> bool:
    """Tell whether a plain function takes the steps of a coroutine that it is given; a generator hands them on."""
    outline = ran.symbol.outline if ran.symbol is not None else None
    if outline is None or outline.is_async or outline.is_generator:
        return False
    steps = {f"{param.name}{_STEP}" for param in outline.params}
    return any(isinstance(part, ast.Call) and ast.unparse(part) in steps for part in _own_parts(ran.node.body))


def _is_called_once(name: str, source: str) -> bool:
    """Tell whether nobody but the loop calls a function: there is its definition, and one more mention."""
    return len(re.findall(rf"(?<!\.run\()\b{name}\(", source)) == 1


_Lines = list[tuple[int, int]]


def _before_waiting(body: Sequence[ast.stmt]) -> tuple[_Lines, bool]:
    """The first and the last lines of what comes before anything is awaited, and whether the end of a block does."""
    found: _Lines = []
    for statement in body:
        if not any(isinstance(node, _WAITING) for node in _own(statement)):
            found.append((statement.lineno, statement.end_lineno or statement.lineno))
            continue
        inner, is_alone = _before_waiting_in(statement)
        found += inner
        if not is_alone:
            return found, False
    return found, True


def _before_waiting_in(statement: ast.stmt) -> tuple[_Lines, bool]:
    """The same within a statement that awaits somewhere; a branch that doesn't come to its end is nobody's way on."""
    if isinstance(statement, ast.Try | ast.With):
        return _before_waiting(statement.body)[0], False
    if not isinstance(statement, ast.If) or any(isinstance(node, _WAITING) for node in _own(statement.test)):
        return [], False
    branches = [_before_waiting(block) for block in (statement.body, statement.orelse)]
    is_alone = all(
        is_alone or _leaves(block)
        for (_, is_alone), block in zip(branches, (statement.body, statement.orelse), strict=True)
    )
    return [lines for found, _ in branches for lines in found], is_alone


def _leaves(body: Sequence[ast.stmt]) -> bool:
    """Tell whether a block ends in leaving its function, or the program."""
    last = body[-1] if body else None
    if isinstance(last, ast.If):
        return _leaves(last.body) and _leaves(last.orelse)
    is_exit = isinstance(last, ast.Expr) and isinstance(last.value, ast.Call) and _is_exit(last.value)
    return is_exit or isinstance(last, ast.Return | ast.Raise)


def _is_exit(call: ast.Call) -> bool:
    return ast.unparse(call.func) in {"exit", "quit", "sys.exit", "os._exit"}


def _own_parts(body: Sequence[ast.stmt]) -> Iterator[ast.AST]:
    for statement in body:
        yield from _own(statement)


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """A node and those below it, but for functions within."""
    if not isinstance(node, _FUNCTIONS):
        yield node
        for child in ast.iter_child_nodes(node):
            yield from _own(child)


class Alone:
    """Knows of all files where functions have their loop alone."""

    def __init__(self, program: Program) -> None:
        self._kept: dict[str, dict[str, Any]] = {file.path: file.kept[_KEPT_BY] for file in program.files}
        kinds = {one for path, kept in self._kept.items() if not is_of_tests(path) for one in kept["databases"]}
        self._is_on_sqlite = kinds == {"sqlite"}
        drivers = [name for kept in self._kept.values() for name in kept["drivers"]]
        callers = [caller.name for name in drivers for caller, _ in program.callers(name)]
        self._without_loop = {program.paths[name] for name in (*drivers, *callers)}
        self._apart = apart(program, self._kept)
        self._program = program
        self._settling = {target for kept in self._kept.values() for target in kept["settles"]}
        self._unserved = set(self._lifespans())
        waiting = [*self._unserved]
        while waiting:
            for call in program.functions[waiting.pop()].calls:
                if call.callee not in self._unserved and self._is_for_them_alone(program, call.callee):
                    self._unserved.add(call.callee)
                    waiting.append(call.callee)

    def _lifespans(self) -> Iterator[str]:
        """The managers that are, by what they are given as or by their names, around all that an application serves.

        Whatever is awaited before their `yield` or after it, no request is on the loop; nor is one while what it runs
        in their place goes on, which nobody else calls.
        """
        given = {name for kept in self._kept.values() for name in kept["lifespans"]}
        for name in (name for kept in self._kept.values() for name in kept["managers"]):
            last = name.rpartition(".")[2]
            if last in given or last.endswith("lifespan"):
                yield name
        for name in (name for kept in self._kept.values() for name in kept["handlers"]):
            if all(self._program.is_test(caller.name) for caller, _ in self._program.callers(name)):
                yield name

    def _is_for_them_alone(self, program: Program, name: str) -> bool:
        """Tell whether only lifespans, and what is for them alone, await a function; a task would go on beside them."""
        if name in program.values or name not in program.functions:
            return False
        if f"awaited {name.rpartition('.')[2]}" in program.attributes:
            return False
        return all(
            program.is_test(caller.name) or (call.is_awaited and caller.name in self._unserved)
            for caller, call in program.callers(name)
        )

    def holds_up_nobody(self, name: str, caller: str, start: Place, end: Place) -> bool:
        """Tell whether a call that blocks, at the end of a way from an async function, has the loop alone.

        The coroutines of a file that has them driven without a loop may block whoever waits for them, and where all
        addresses of databases are of SQLite, one row is as quick as other work on local files. On a board there are
        neither threads nor async twins to go to.
        """
        boards = ((first, last, place) for place in (start, end) for first, last in self._kept[place.path]["boards"])
        if any(first <= place.line <= last for first, last, place in boards):
            return True
        alone = self._kept[start.path]["alone"].get(caller, ())
        if start.path in self._without_loop or any(first <= start.line <= last for first, last in alone):
            return True
        if (
            caller in self._unserved
            or caller in self._apart
            or (self._is_on_sqlite and end.line in self._kept[end.path]["rows"])
        ):
            return True
        if name in _QUESTIONS and caller in self._run_alone:
            return True
        return name in _QUESTIONS and not any(self._kept[place.path]["beside"] for place in (start, end))

    @functools.cached_property
    def _run_alone(self) -> set[str]:
        return run_alone(self._program, self._kept)

    def has_terminal(self, *places: Place) -> bool:
        """Tell whether a way leads through a block that has the terminal for itself, and is there to wait in."""
        return any(
            first <= place.line <= last for place in places for first, last in self._kept[place.path]["terminals"]
        )

    def is_over(self, caller: str, start: Place) -> bool:
        """Tell whether an async function has seen the end of what it asks for the result of, so that nothing waits."""
        lines = self._kept[start.path]["settled"].get(caller, ())
        return any(
            line == start.line and (not targets or not self._settling.isdisjoint(targets)) for line, targets in lines
        )
