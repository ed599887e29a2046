"""What a test tells about a name in the branch that it guards, and which handlers hide a failure."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from duotone.analyzer.flow.frames import TOLD, Env, Frame
from duotone.analyzer.flow.known import chain
from duotone.analyzer.flow.sites import Hiding, Use
from duotone.analyzer.flow.values import sites_in
from duotone.analyzer.link.attributes import find
from duotone.analyzer.link.operations import awaitability
from duotone.analyzer.link.unify import STREAMS
from duotone.analyzer.link.values import (
    NONE,
    UNKNOWN,
    AsyncStream,
    CallableType,
    ClassObject,
    Coroutine,
    Foreign,
    FunctionObject,
    Instance,
    Tuple,
    Union,
    Unknown,
    Value,
    options,
    union,
)

__all__ = [
    "asked",
    "asks_for_awaitable",
    "broad",
    "captured",
    "catches",
    "caught",
    "expects",
    "matched",
    "narrowed",
    "suppressing",
    "swallows",
    "tolerance",
]

_ASKS = frozenset(
    {"isawaitable", "iscoroutine", "isfuture", "iscoroutinefunction", "is_coroutine", "is_awaitable", "isasyncgen"}
)
_AWAITABLES = frozenset(
    {"Awaitable", "Coroutine", "CoroutineType", "Future", "Task", "AsyncGenerator", "AsyncIterator"}
)
_TWO = 2
"""A value, and what it may be."""
_BROAD = frozenset({"Exception", "BaseException"})
_ASKED = Use("asked", ast.Pass())
_ASKED_AS_FUNCTION = Use("asked", ast.Pass(), is_for_function=True)


def asked(test: ast.expr) -> Iterator[str]:
    """The names that a test tells something about."""
    if isinstance(test, ast.UnaryOp):
        yield from asked(test.operand)
    elif isinstance(test, ast.BoolOp):
        for part in test.values:
            yield from asked(part)
    elif isinstance(test, ast.NamedExpr):
        yield test.target.id
    else:
        node = test.left if isinstance(test, ast.Compare) else test
        node = node.args[0] if isinstance(node, ast.Call) and node.args else node
        if name := _name_of(node):
            yield name


def _name_of(node: ast.expr) -> str:
    """The name that an expression is kept under, be it by `:=`."""
    node = node.target if isinstance(node, ast.NamedExpr) else node
    return node.id if isinstance(node, ast.Name) else ""


def narrowed(frame: Frame, test: ast.expr, env: Env, *, holds: bool) -> Env:
    """The names as they are where the test holds, or where it doesn't."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return narrowed(frame, test.operand, env, holds=not holds)
    if isinstance(test, ast.BoolOp):
        if isinstance(test.op, ast.And) is holds:
            for part in test.values:
                env = narrowed(frame, part, env, holds=holds)
        return env
    if isinstance(test, ast.Name):
        _keep(env, test.id, lambda option: not (holds and option is NONE))
    elif isinstance(test, ast.NamedExpr):
        _keep(env, test.target.id, lambda option: not (holds and option is NONE))
    elif isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.left, ast.Name):
        _compared(test, test.left.id, env, holds=holds)
    elif isinstance(test, ast.Call) and test.args and (name := _name_of(test.args[0])):
        _asked(frame, test, name, env, holds=holds)
    elif isinstance(test, ast.Call) and holds and _called(test) == "isinstance" and len(test.args) == _TWO:
        _found_to_be(frame, test, env)
    return env


def _found_to_be(frame: Frame, test: ast.Call, env: Env) -> None:
    """After `isinstance(self.x, …)` the attribute is of the class, if that is one that can be read."""
    attribute = test.args[0]
    name = chain(attribute)
    if not isinstance(attribute, ast.Attribute) or not name:
        return
    classes = _classes(frame, test.args[1])
    if all(isinstance(one, ClassObject) and not _is_awaitable(one) for one in classes):
        found: Env = {name: frame.project.attribute(frame.owner_of(attribute), attribute.attr)}
        _become(found, name, classes)
        env[f"{TOLD}{name}"] = found[name]
        frame.has_dotted = True


def _compared(test: ast.Compare, name: str, env: Env, *, holds: bool) -> None:
    right, operator = test.comparators[0], test.ops[0]
    if isinstance(right, ast.Constant) and right.value is None and isinstance(operator, ast.Is | ast.IsNot):
        is_none = isinstance(operator, ast.Is) is holds
        _keep(env, name, lambda option: (option is NONE) is is_none or isinstance(option, Unknown | Foreign))


def _asked(frame: Frame, test: ast.Call, name: str, env: Env, *, holds: bool) -> None:
    """After `isawaitable(x)` only what can be awaited is left, and otherwise nothing that can."""
    called = _called(test)
    if called in _ASKS or (called == "hasattr" and _text(test, 1) == "__await__"):
        _aware(env, name, _ASKED_AS_FUNCTION if called == "iscoroutinefunction" else _ASKED, holds=holds)
    elif called == "hasattr" and holds:
        _have(env, name, _text(test, 1))
    elif called == "hasattr":
        _keep(env, name, lambda option: not _has(option, _text(test, 1)))
    elif called == "isinstance" and len(test.args) == _TWO:
        asked = _classes(frame, test.args[1])
        if any(_is_awaitable(one) for one in asked):
            _aware(env, name, holds=holds, kinds=_kinds(asked))
        elif holds:
            if not isinstance(test.args[1], ast.Call):  # `type(other)`, and the other may be a coroutine too
                _mistaken(env, name, test)
            _become(env, name, asked)
        if not holds:
            bases = [one.symbol.name for one in asked if isinstance(one, ClassObject)]
            _keep(env, name, lambda option: not _is_of_any(option, bases))


def _kinds(asked: list[Value]) -> tuple[type[Value], ...]:
    """What is gone where a test for these classes fails: no coroutine is among those who are gone through."""
    is_for_streams = all(isinstance(one, ClassObject) and one.symbol.name in STREAMS for one in asked)
    return (AsyncStream,) if is_for_streams else (Coroutine, AsyncStream)


def _is_of_any(option: Value, bases: list[str]) -> bool:
    return isinstance(option, Instance) and any(map(option.symbol.is_subclass, bases))


def _have(env: Env, name: str, attribute: str) -> None:
    """After `hasattr(x, "name")` an object is one of those whose class has it, or something else where none does."""
    found = options(env.get(name, UNKNOWN))
    lacking = [one for one in found if isinstance(one, Instance) and find(one.symbol, attribute) is None]
    having = [one for one in found if isinstance(one, Instance) and one not in lacking]
    kept: list[Value] = [one for one in found if one not in lacking]
    if not having or any(one.symbol.has_unknown_base for one in lacking):
        kept += [UNKNOWN for _ in lacking]
    if lacking:
        env[name] = union(kept)


def _has(value: Value, attribute: str) -> bool:
    return isinstance(value, Instance) and find(value.symbol, attribute) is not None


def swallows(node: ast.expr, name: str = "") -> bool:
    """`with suppress(…)`, of this error or of any: its block may end early and go on after it."""
    if not isinstance(node, ast.Call) or _called(node) != "suppress":
        return False
    return not name or any(name in caught(arg) for arg in node.args)


def _called(node: ast.Call) -> str:
    """The last name of what is called."""
    function = node.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _mistaken(env: Env, name: str, test: ast.Call) -> None:
    """Whoever asks for another class takes the coroutine for a value."""
    found = options(env.get(name, UNKNOWN))
    for option in found:
        if isinstance(option, Coroutine) and len(found) == 1:
            for site in sites_in(option):
                site.uses.append(Use("isinstance", test))


def _become(env: Env, name: str, asked: list[Value]) -> None:
    """After `isinstance(x, …)` the name stands for what was asked for; foreign classes make what has their name."""
    instances: list[Value] = [
        Instance(one.symbol, one.args) if isinstance(one, ClassObject) else one
        for one in asked
        if isinstance(one, ClassObject | Foreign)
    ]
    if asked:
        env[name] = union(_narrower(env.get(name, UNKNOWN), instances) if len(instances) == len(asked) else [UNKNOWN])


def _narrower(value: Value, instances: list[Value]) -> list[Value]:
    """Keep the possibilities that fit with their type arguments, where there are any."""
    kept: list[Value] = []
    for wanted in instances:
        fitting = [
            option
            for option in options(value)
            if isinstance(option, Instance)
            and isinstance(wanted, Instance)
            and option.symbol.is_subclass(wanted.symbol.name)
        ]
        kept += fitting or [wanted]
    return kept


def _aware(
    env: Env, name: str, asked: Use = _ASKED, *, holds: bool, kinds: tuple[type[Value], ...] = (Coroutine, AsyncStream)
) -> None:
    """Code that asks takes care of the awaitable itself: it is done with, and what else there is stays."""
    for option in options(env.get(name, UNKNOWN)):
        for site in sites_in(option):
            site.uses.append(asked)
    if holds:
        found = options(env.get(name, UNKNOWN))
        if any(map(_is_denied, found)):
            env[name] = union([UNKNOWN if _is_denied(option) else option for option in found])
        return
    _keep(env, name, lambda option: not isinstance(option, kinds))


def _is_denied(option: Value) -> bool:
    """Tell whether an annotation says that something is not async, of which a test has just said that it is."""
    if isinstance(option, FunctionObject):
        # Another class may have another method in its place.
        return not option.symbol.outline.is_async
    meant = option.result if isinstance(option, CallableType) else option
    return not isinstance(meant, AsyncStream) and awaitability(meant) is False


def _classes(frame: Frame, node: ast.expr) -> list[Value]:
    if isinstance(node, ast.Tuple):
        return [found for part in node.elts for found in _classes(frame, part)]
    if isinstance(node, ast.BinOp):
        return [*_classes(frame, node.left), *_classes(frame, node.right)]
    value = frame.of(node)
    if isinstance(value, Tuple):
        return list(value.items)
    return [value]


def asks_for_awaitable(frame: Frame, node: ast.expr) -> bool:
    """Tell whether what an object is compared with, a class or the name of an attribute, may be that of a coroutine."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value.startswith(("__", "ag_", "cr_"))
    asked = _classes(frame, node)
    return any(not isinstance(one, ClassObject) or one.symbol.has_unknown_base or _is_awaitable(one) for one in asked)


def _is_awaitable(value: Value) -> bool:
    if isinstance(value, ClassObject) and value.symbol.module.kind == "project" and not value.symbol.has_unknown_base:
        return find(value.symbol, "__await__") is not None
    name = value.symbol.name if isinstance(value, ClassObject) else value.name if isinstance(value, Foreign) else ""
    return name.rpartition(".")[2] in _AWAITABLES


def _keep(env: Env, name: str, test: Callable[[Value], bool]) -> None:
    value = env.get(name)
    if isinstance(value, Union):
        kept = [option for option in value.options if test(option)]
        if kept:
            env[name] = union(kept)
    elif value is not None and not test(value):
        env[name] = UNKNOWN


def _text(node: ast.Call, index: int) -> str:
    part = node.args[index] if len(node.args) > index else None
    return part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else ""


def matched(frame: Frame, subject: ast.expr, pattern: ast.pattern) -> None:
    """What a class pattern tells about the subject and the name that it is bound to."""
    name = pattern.name if isinstance(pattern, ast.MatchAs) else None
    inner = pattern.pattern if isinstance(pattern, ast.MatchAs) else pattern
    if not isinstance(inner, ast.MatchClass):
        return
    found = frame.of(inner.cls)
    if isinstance(found, ClassObject):
        value = Instance(found.symbol, found.args)
        if isinstance(subject, ast.Name):
            frame.env[subject.id] = value
        if name is not None:
            frame.assign(name, value)


def captured(pattern: ast.pattern) -> set[str]:
    """The names that `matched` has bound."""
    if isinstance(pattern, ast.MatchAs) and isinstance(pattern.pattern, ast.MatchClass) and pattern.name:
        return {pattern.name}
    return set()


def broad(node: ast.Try | ast.TryStar) -> Hiding | None:
    """The handler that would swallow a TypeError or an AttributeError without raising again, if there is one."""
    for handler in node.handlers:
        names = caught(handler.type)
        if (handler.type is None or names & _BROAD) and not _raises(handler.body):
            text = f"except {' | '.join(sorted(names & _BROAD))}" if names else "except"
            return Hiding(handler.lineno, handler.col_offset, text)
    return None


def catches(node: ast.Try | ast.TryStar, name: str) -> bool:
    """Tell whether a handler names this error."""
    return any(name in caught(handler.type) for handler in node.handlers)


def caught(node: ast.expr | None) -> set[str]:
    """The names of the errors that a handler is for."""
    if isinstance(node, ast.Tuple):
        return {name for part in node.elts for name in caught(part)}
    if isinstance(node, ast.Name):
        return {node.id}
    return {node.attr} if isinstance(node, ast.Attribute) else set()


def _raises(statements: list[ast.stmt]) -> bool:
    return bool(statements) and any(isinstance(statement, ast.Raise) for statement in statements)


_FAILING = frozenset({"raises", "assertRaises", "assertRaisesRegex"})
_WARNING = frozenset({"warns", "assertWarns", "assertWarnsRegex"})
_EXPECTING = _FAILING | _WARNING | {"catch_warnings", "RaisesGroup"}
_OF_MAKING = _BROAD | {"TypeError"}
_WARNINGS = frozenset({"RuntimeWarning", "Warning"})


def expects(node: ast.expr) -> bool:
    """`with pytest.raises(…)` and its like: what fails inside is what is wanted.

    A block that expects another warning than that of lost coroutines expects nothing to fail.
    """
    if not isinstance(node, ast.Call) or _called(node) not in _EXPECTING:
        return False
    named = _named(node)
    return _called(node) not in _WARNING or not named or not named.isdisjoint(_WARNINGS)


def tolerance(node: ast.expr) -> str:
    """What a block expects that a coroutine may bring about: by "making" it from wrong arguments, or being "warned"."""
    if not isinstance(node, ast.Call) or not expects(node):
        return ""
    named = _named(node)
    if _called(node) not in _FAILING or not named or named & _WARNINGS:
        return "warned"
    return "making" if named & _OF_MAKING else ""


def _named(node: ast.Call) -> set[str]:
    """The errors or warnings that a block expects."""
    return {name for arg in node.args[:1] for name in caught(arg)}


def suppressing(node: ast.expr) -> Hiding | None:
    """`with suppress(Exception)`."""
    if not isinstance(node, ast.Call) or _called(node) != "suppress":
        return None
    if {found for arg in node.args for found in caught(arg)} & _BROAD:
        return Hiding(node.lineno, node.col_offset, "suppress(Exception)")
    return None
