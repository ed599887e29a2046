"""Which async functions never suspend, and nothing asks them to be async."""

from __future__ import annotations

import fnmatch
import re
from collections import Counter
from collections.abc import Collection, Iterator

from duotone.analyzer.rules.facts import FunctionFact
from duotone.analyzer.rules.program import Program
from duotone.analyzer.rules.twins.colorless import sync_names

__all__ = [
    "asked_of_module",
    "has_twin",
    "is_awaited_at_once",
    "is_awaited_blindly",
    "is_free_to_change",
    "is_idle",
    "is_left_to_others",
    "is_put_in_place",
    "may_be_given",
    "needless",
    "shared_names",
]

_ASKED = frozenset(
    {
        *(
            "generator",
            "stub",
            "suspends",
            "decorated",
            "face",
            "fallback",
            "ignores",
            "protocol",
        ),
        *("loop", "makes", "meant", "remade"),
    }
)
_CALLED_BY_NAME = (
    "after_", "async_", "before_", "handle", "lifespan", "on_", "run", "setup", "shutdown", "start", "stop", "teardown",
)  # fmt: skip
"""Frameworks call what begins like this, where nobody else does."""
_DISPATCHED_BY_NAME = ("cog_", "do_", "visit_")
"""Methods that begin like this belong to dispatchers, which may be anywhere."""

_SEVERAL = 3
_OF_TESTS = re.compile(r"_*Test[A-Z0-9_]\w*|\w+Tests?(Case|s)?")
_FAKE = re.compile(r"_*(dummy|fake|mock|stub)_")
_STAND_IN = re.compile(r"_*(Dummy|Fake|Mock|NoOp|Noop|Null|Stub)|\w+(Dummy|Fake|Mock|Stub)$")


def is_idle(function: FunctionFact) -> bool:
    """Tell whether a function is async and has nothing to wait for."""
    marks = set(function.marks)
    return "async" in marks and not marks & {"suspends", "generator", "stub", "refuses"}


def is_awaited_at_once(program: Program, function: FunctionFact) -> bool:
    """Tell whether all who call an async function await it there; where they don't, a task may be made of it."""
    callers = program.callers(function.name)
    return all(call.is_awaited or program.is_lost(caller, call) for caller, call in callers)


def is_free_to_change(program: Program, function: FunctionFact) -> bool:
    """Tell whether nothing but those who call a function, and await it there, cares for its color."""
    is_asked = bool(set(function.marks) & _ASKED) or function.name in program.values
    is_bound = may_be_given(program, function) or is_put_in_place(program, function, by="code")
    return not is_asked and not is_bound and is_awaited_at_once(program, function)


def may_be_given(program: Program, function: FunctionFact) -> bool:
    """Tell whether a method of this name, of an object of which nothing is known, is given to somebody as a value."""
    return "method" in function.marks and f"value {function.name.rpartition('.')[2]}" in program.attributes


def is_awaited_blindly(program: Program, function: FunctionFact) -> bool:
    """Tell whether a method of this name is awaited of an object of which nothing is known."""
    return "method" in function.marks and f"awaited {function.name.rpartition('.')[2]}" in program.attributes


def asked_of_module(program: Program, function: FunctionFact) -> str:
    """The name, put together, by which somebody asks the module of a function for such as it; nothing where none does.

    A package has what the modules below it have.
    """
    if {"method", "nested"} & set(function.marks):
        return ""
    owner, _, name = f".{function.name}".rpartition(".")
    for one in sorted(pattern for pattern in program.patterns if pattern.startswith("in ")):
        module, _, pattern = one.removeprefix("in ").rpartition(":")
        is_of_it = f".{module}." in f"{owner}." and len(pattern.strip("_*")) > 1
        if is_of_it and fnmatch.fnmatchcase(name, pattern):
            return f"{module.rpartition('.')[2]}.{pattern}"
    return ""


def is_put_in_place(program: Program, function: FunctionFact, *, by: str = "") -> bool:
    """Tell whether an object, which may be of its class, is given an async function in the place of a method."""
    if "method" not in function.marks:
        return False
    keys = function.name, f".{function.name.rpartition('.')[2]}"
    found = {one for key in keys for one in program.attributes.get(f"put {key}", ())}
    return by in found if by else bool(found)


def is_left_to_others(program: Program, function: FunctionFact) -> bool:
    """Tell whether only tests call a public function, which then is there for somebody outside of the project."""
    own = function.name.split(".")[-2:] if "method" in function.marks else [function.name.rpartition(".")[2]]
    is_private = "nested" in function.marks or any(part.startswith("_") for part in own)
    if is_private or program.is_test(function.name):
        return False
    callers = program.callers(function.name)
    return bool(callers) and all(program.is_test(caller.name) for caller, _ in callers)


def needless(program: Program) -> Iterator[FunctionFact]:
    """Every idle function that no contract asks to be async."""
    overridden = {name for function in program.functions.values() for name in function.overrides}
    promised = _promised(program)
    asked_for = shared_names(program)
    hooks = _hooks(program)
    open_to_others = _open_to_others(program)
    dispatched = _Dispatched(program)
    plain = {_place_in_class(function) for function in program.functions.values() if "async" not in function.marks}
    for function in program.functions.values():
        if not is_idle(function) or _is_asked_for(program, function):
            continue
        name = function.name.rpartition(".")[2]
        if (name.startswith("__") and name.endswith("__")) or name == "main":
            continue
        if function.overrides or function.name in overridden or function.name in program.values:
            continue
        if not _is_free(program, function, name):
            continue
        if "method" in function.marks and (name in asked_for or _has_open_class(program, function, open_to_others)):
            continue
        if _is_fake(program, function, name) or has_twin(program, function) or _is_of_async_face(function, plain):
            continue
        if name in hooks and not {"method", "nested"} & set(function.marks):
            continue
        if dispatched.may_call(function) or _is_asked_from_outside(program, function, promised):
            continue
        yield function


def _is_asked_for(program: Program, function: FunctionFact) -> bool:
    """Tell whether a function itself says why it is async.

    A private one that needs a running loop has it all the same where only coroutines call it.
    """
    asked = set(function.marks) & _ASKED
    if asked != {"loop"} or not function.name.rpartition(".")[2].startswith("_"):
        return bool(asked)
    callers = program.callers(function.name)
    return not callers or not all("async" in caller.marks for caller, _ in callers)


def _is_asked_from_outside(program: Program, function: FunctionFact, promised: Collection[str]) -> bool:
    """Tell whether somebody else calls a function that nobody calls here: a framework, or who loads its module."""
    if program.callers(function.name):
        return False
    return "injected" in function.marks or _is_of_module(function, promised)


def _is_of_module(function: FunctionFact, names: Collection[str]) -> bool:
    """Tell whether a function that nobody calls has its name from what is asked of its module."""
    return "method" not in function.marks and function.name.rpartition(".")[2] in names


def _is_free(program: Program, function: FunctionFact, name: str) -> bool:
    """Tell whether everybody who calls a function is known, so that it can change its color."""
    callers = program.callers(function.name)
    if not is_awaited_at_once(program, function) or _is_left_to_library(program, function):
        return False
    if "nested" in function.marks or program.is_test(function.name):
        # Fakes have the color of what they stand for; helpers are called by their names.
        is_named = "method" not in function.marks or _is_helper(program, function)
        return bool(callers) and is_named and not name.startswith("test")
    if "method" in function.marks and _is_reached_from_outside(program, function, name):
        return False
    if callers:
        return True
    if "drops" in function.marks or f"awaited {name}" in program.attributes:
        # Who works on what a library has may be called by it; and somebody awaits it, or another of the same name: it
        # has its color from a contract that isn't written down.
        return False
    hooks = (*_CALLED_BY_NAME, *_DISPATCHED_BY_NAME) if "method" in function.marks else _CALLED_BY_NAME
    return not name.startswith(hooks)


def _is_helper(program: Program, function: FunctionFact) -> bool:
    """Tell whether a method of a class of tests is called by nobody but what stands in its class.

    Private ones are so in any class, since nobody who is given a fake asks it for them.
    """
    owner, _, name = function.name.rpartition(".")
    is_own = name.startswith("_") or _OF_TESTS.fullmatch(owner.rpartition(".")[2]) is not None
    return is_own and "nested" not in function.marks and _is_called_within(program, function)


def _is_called_within(program: Program, function: FunctionFact) -> bool:
    """Tell whether only the class of a method calls it."""
    owner, callers = function.name.rpartition(".")[0], program.callers(function.name)
    return bool(callers) and all(caller.name.startswith(f"{owner}.") for caller, _ in callers)


def _is_fake(program: Program, function: FunctionFact, name: str) -> bool:
    """Tell whether a function stands for another by its name; one that is called by it only prepares what does."""
    is_called = not {"method", "nested"} & set(function.marks) and bool(program.callers(function.name))
    return _FAKE.match(name) is not None and not is_called


def _is_left_to_library(program: Program, function: FunctionFact) -> bool:
    """Tell whether a base from elsewhere may call a method, but for private ones that are called here.

    What a base that can't be read has is private only under a name that no other class can have.
    """
    marks = set(function.marks)
    if not marks & {"foreign", "library"}:
        return False
    own = "__" if "foreign" in marks else "_"
    return not function.name.rpartition(".")[2].startswith(own) or not program.callers(function.name)


def _is_reached_from_outside(program: Program, function: FunctionFact, name: str) -> bool:
    """Tell whether a method is awaited through what stands before its object, or by a library that is given that.

    Whoever awaits another async function, which an object was given in its place, may have this one instead.
    """
    if is_put_in_place(program, function, by="code"):
        return True
    if "attributes" in program.attributes.get("recolors", ()) and f"awaited {name}" in program.attributes:
        return True
    owners = {f"given away {one}" for one in program.lineage(function.name.rpartition(".")[0])}
    if name.startswith("_") or owners.isdisjoint(program.attributes):
        return False
    return all(program.is_test(caller.name) for caller, _ in program.callers(function.name))


def shared_names(program: Program) -> set[str]:
    """Names of methods whose color is a contract among classes, whether it is written down or not."""
    return _busy_names(program) | _promised(program) | _shared(program)


def has_twin(program: Program, function: FunctionFact) -> bool:
    """Tell whether an async function has a plain twin beside it, so that its color is what it is there for."""
    owner, _, name = function.name.rpartition(".")
    return any(f"{owner}.{twin}" in program.functions for twin in sync_names(name))


def _place_in_class(function: FunctionFact) -> str:
    return ".".join(function.name.split(".")[-2:]) if "method" in function.marks else ""


def _is_of_async_face(function: FunctionFact, plain: Collection[str]) -> bool:
    """Tell whether a method is in `AsyncX` what a plain one is in `X`, so that its class gives it its color."""
    place = _place_in_class(function)
    owner = place.partition(".")[0]
    return "Async" in owner and place.replace("Async", "", 1) in plain


def _has_open_class(program: Program, function: FunctionFact, open_to_others: Collection[str]) -> bool:
    """Tell whether others decide what a class has: what it stands for, as with mocks, or who overrides its methods."""
    owner, _, name = function.name.rpartition(".")
    is_private = name.startswith("_")
    if _STAND_IN.match(owner.rpartition(".")[2]):
        return not is_private or not _is_called_within(program, function)
    return owner in open_to_others and not is_private


def _busy_names(program: Program) -> set[str]:
    """Names of methods that truly suspend in some class, so that callers of the name await whatever class it is."""
    return {
        function.name.rpartition(".")[2]
        for function in program.functions.values()
        if {"async", "method", "suspends"} <= set(function.marks)
    }


def _promised(program: Program) -> set[str]:
    """Names of async methods that a protocol or an empty body of the project asks for."""
    return {
        function.name.rpartition(".")[2]
        for function in program.functions.values()
        if "async" in function.marks and {"protocol", "stub"} & set(function.marks)
    }


def _shared(program: Program) -> set[str]:
    """Names that several classes have as async methods, so that they can take one another's place."""
    counts = Counter(
        function.name.rpartition(".")[2]
        for function in program.functions.values()
        if {"async", "method"} <= set(function.marks)
    )
    return {name for name, count in counts.items() if count > 1}


def _hooks(program: Program) -> set[str]:
    """Names that several modules have as async functions of their own: somebody calls whichever module is loaded."""
    counts = Counter(
        function.name.rpartition(".")[2]
        for function in program.functions.values()
        if "async" in function.marks and not {"method", "nested"} & set(function.marks)
    )
    return {name for name, count in counts.items() if count >= _SEVERAL}


def _open_to_others(program: Program) -> set[str]:
    """Classes of which several methods leave parameters alone: they say what holds unless somebody overrides it."""
    counts = Counter(
        function.name.rpartition(".")[0]
        for function in program.functions.values()
        if {"async", "ignores", "method"} <= set(function.marks)
    )
    return {name for name, count in counts.items() if count >= _SEVERAL}


class _Dispatched:
    """The methods and functions that are called by names which are put together."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._anywhere = [one for one in program.patterns if ":" not in one and len(one.strip("_*")) > 1]
        self._classes = [one.split(":") for one in program.patterns if ":" in one]

    def may_call(self, function: FunctionFact) -> bool:
        """Tell whether somebody asks for a name like this, of anything or of the class of a method."""
        if "method" not in function.marks and self._program.callers(function.name):
            return False
        owner, _, name = function.name.rpartition(".")
        if any(fnmatch.fnmatchcase(name, pattern) for pattern in self._anywhere):
            return True
        return any(
            fnmatch.fnmatchcase(name, pattern) and self._is_related(owner, asked) for asked, pattern in self._classes
        )

    def _is_related(self, one: str, other: str) -> bool:
        return one in self._program.lineage(other) or other in self._program.lineage(one)
