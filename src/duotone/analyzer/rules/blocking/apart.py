"""Coroutines on a loop of their own: a plain function runs them to their end, and nothing goes on beside them."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from duotone.analyzer.flow import known
from duotone.analyzer.flow.file import File, Ran
from duotone.analyzer.knowledge.frameworks import LOOP_FOR_CALL
from duotone.analyzer.link.symbols import FunctionSymbol
from duotone.analyzer.link.values import options
from duotone.analyzer.parsing.walking import walk
from duotone.analyzer.rules.program import Program
from duotone.analyzer.rules.trust.suites import is_of_tests

__all__ = ["apart", "bridged", "leaves_loops", "run_alone", "run_to_end", "runners", "starters"]

_RUNS = ("asyncio.run(", ".run_until_complete(")
_STARTERS = (
    *("TaskGroup(", "as_completed(", "create_server(", "create_task(", "create_task_group(", "ensure_future("),
    *("gather(", "open_nursery(", "start_server(", "start_soon(", "wait("),
)
"""What makes something go on beside its caller; what has a `wait` of its own is waited for."""
_STARTS = re.compile(rf"(?<!def )\b(?!(?<!asyncio\.)(?<=\.)wait)({'|'.join(one[:-1] for one in _STARTERS)})\(")
_BRIDGES = ("AsyncToSync", "async_to_sync")
_LEAVING = ("ASGIHandler", "ASGI_APPLICATION", "SyncToAsync", "WsgiToAsgi", "get_asgi_application", "sync_to_async")
"""What sends plain code from a loop to a thread, where a bridge leads back to that loop."""


def run_to_end(file: File) -> dict[str, list[int]]:
    """The lines of the coroutines that each plain function of a file makes, and runs to their end."""
    return {
        ran.name or f"{file.module.name}:": lines
        for ran in _drivers(file)
        if (lines := [one.lineno for one in _run_in(ran.node)])
    }


def runners(file: File) -> list[str]:
    """The parameters, as "function:parameter", of which the plain functions of a file run what they give to its end."""
    found: list[str] = []
    for ran in (ran for ran in _drivers(file) if ran.symbol is not None and ran.symbol.outline.params):
        names = {one.func.id for one in _run_in(ran.node) if isinstance(one.func, ast.Name)}
        params = ran.symbol.outline.params if ran.symbol is not None else ()
        found += [f"{ran.name}:{param.name}" for param in params if param.name in names]
    return found


def _drivers(file: File) -> list[Ran]:
    """The plain functions of a file, and its module, where anything in it runs a loop."""
    return [ran for ran in file.ran if not ran.is_async] if any(word in file.source for word in _RUNS) else []


def _run_in(function: ast.AST) -> Iterator[ast.Call]:
    for part in walk(function):
        match part:
            case ast.Call(func=ast.Attribute(attr="run" | "run_until_complete"), args=[ast.Call() as made, *_]):
                yield made
            case _:
                pass


def bridged(file: File) -> list[str]:
    """The async functions that a file only has run for plain code, on loops of their own, or calls by themselves."""
    given: Counter[str] = Counter()
    for one in file.observations if any(word in file.source for word in _BRIDGES) else ():
        is_plain = one.function is None or not one.function.is_async
        if one.kind == "function given" and is_plain and one.data["name"] in LOOP_FOR_CALL:
            given.update(map(known.dotted, options(one.data["value"])))
    return sorted(name for name, count in given.items() if file.loaded.get(name) == count)


def leaves_loops(file: File) -> bool:
    """Tell whether plain code of a file may run on a thread that a loop has sent it to by the package of bridges."""
    return any(word in file.source for word in _LEAVING)


def starters(file: File) -> list[str]:
    """The functions of a file that start something which goes on beside them.

    What the project has under such a name is looked into there.
    """
    lines = {*_starting_lines(file.source)}
    functions = [ran for ran in file.ran if not isinstance(ran.node, ast.Module)] if lines else []
    lines -= {
        (call.lineno, symbol.outline.name) for ran in functions for symbol, call, _ in ran.calls if _is_own(symbol)
    }
    return [ran.name for ran in functions if any(_is_within(line, ran.node) for line, _ in lines)]


def _is_own(symbol: FunctionSymbol) -> bool:
    return symbol.module.kind == "project"


def _is_within(line: int, function: ast.AST) -> bool:
    return getattr(function, "lineno", 0) <= line <= (getattr(function, "end_lineno", 0) or 0)


def _starting_lines(source: str) -> Iterator[tuple[int, str]]:
    """The lines on which something is started, each with the name of what starts it."""
    # Each word alone is found many times faster than all of them at once.
    if not any(word in source for word in _STARTERS):
        return
    line, counted = 1, 0
    for found in _STARTS.finditer(source):
        line += source.count("\n", counted, found.start())
        counted = found.start()
        yield line, found[1]


def apart(program: Program, kept: Mapping[str, Mapping[str, Any]]) -> set[str]:
    """The async functions that nobody awaits but such coroutines, which start nothing beside them.

    So nothing else is on their loop. What a program runs itself isn't handed to anybody, and may be all that there is.
    A framework may run each request so, and plain code what it bridges.
    """
    starting = {name for one in kept.values() for name in one["starters"]}
    found: set[str] = set()
    for driver, lines in ((name, lines) for one in kept.values() for name, lines in one["runs"].items()):
        if driver in program.values or f"value {driver.rpartition('.')[2]}" in program.attributes:
            begun = [call.callee for call in program.functions[driver].calls if call.line in lines]
            tree = _tree(program, begun)
            if tree.isdisjoint(starting):
                found |= _only(program, tree, driver)
    for view in (name for one in kept.values() for name in one["views"] if name in program.functions):
        tree = _tree(program, [view])
        if tree.isdisjoint(starting) and all(program.is_test(caller.name) for caller, _ in program.callers(view)):
            found |= {view, *_only(program, tree, view)}
    if not any(one["leaves"] for path, one in kept.items() if not is_of_tests(path)):
        alone = {one for one in _bridged(program, kept) if _tree(program, [one]).isdisjoint(starting)}
        found |= _only(program, _tree(program, alone), "", alone)
    return found


def _bridged(program: Program, kept: Mapping[str, Mapping[str, Any]]) -> set[str]:
    """The async functions that bridges are given, and nobody else but in tests."""
    files = [file for file in program.files if not is_of_tests(file.path)]
    given = {name for file in files for name in kept[file.path]["bridged"]}
    others = {name for file in files if given for name in set(file.values).difference(kept[file.path]["bridged"])}
    return given - others


def run_alone(program: Program, kept: Mapping[str, Mapping[str, Any]]) -> set[str]:
    """The async functions that a plain one runs, or is given to run, and that start nothing, nor does who runs them.

    So nothing waits for a loop while they ask their user, and somebody may interrupt them there.
    """
    starting = {name for one in kept.values() for name in one["starters"]}
    targets = {target for one in kept.values() for target in one["runners"]}
    begun: dict[str, set[str]] = {}
    for driver, lines in ((name, lines) for one in kept.values() for name, lines in one["runs"].items()):
        calls = program.functions[driver].calls if driver in program.functions else ()
        begun.setdefault(driver, set()).update(call.callee for call in calls if call.line in lines)
    given = {(row[0], row[2]) for file in program.files for row in file.given if row[2] in targets}
    for function, target in given:
        begun.setdefault(target.rpartition(":")[0], set()).add(function)
    found: set[str] = set()
    for driver, names in begun.items():
        for name in names if driver not in starting and not program.is_test(driver) else ():
            tree = _tree(program, [name])
            if tree.isdisjoint(starting):
                found |= _only(program, tree, driver, {one for one, _ in given})
    return found


def _tree(program: Program, names: Collection[str]) -> set[str]:
    """Some functions, and all those that they lead to."""
    waiting, found = [*names], {*names}
    while waiting:
        function = program.functions.get(waiting.pop())
        new = {call.callee for call in function.calls} - found if function is not None else set[str]()
        waiting += new
        found |= new
    return found


def _only(program: Program, tree: Collection[str], driver: str, given: Collection[str] = ()) -> set[str]:
    """Those async functions that only others of them await, and the one that runs them, or was given them."""
    left = {name for name in tree if _is_closed(program, name, is_given=name in given)}
    while True:
        seen = left | {driver}
        kept = {name for name in left if all(_is_in(program, one.name, seen) for one, _ in program.callers(name))}
        if kept == left:
            return left
        left = kept


def _is_closed(program: Program, name: str, *, is_given: bool) -> bool:
    """Tell whether all are known who call an async function."""
    function = program.functions.get(name)
    if function is None or function.overrides or (name in program.values and not is_given):
        return False
    is_awaited = f"awaited {name.rpartition('.')[2]}" in program.attributes
    return "async" in function.marks and "decorated" not in function.marks and not is_awaited


def _is_in(program: Program, name: str, seen: Collection[str]) -> bool:
    return name in seen or program.is_test(name)
