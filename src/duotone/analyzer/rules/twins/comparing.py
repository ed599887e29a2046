"""Lays two functions of different color side by side and says what else is different."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from duotone.analyzer.flow.branches import only_raises
from duotone.analyzer.parsing.walking import walk
from duotone.analyzer.rules.twins.bodies import Bodies, Owners
from duotone.analyzer.rules.twins.bounding import only_bounds
from duotone.analyzer.rules.twins.colorless import FunctionNode, plain_name, tokens_of
from duotone.analyzer.rules.twins.difference import ASYNC, SYNC, Difference
from duotone.analyzer.rules.twins.libraries import is_named_so
from duotone.analyzer.rules.twins.refusing import only_refuses

__all__ = ["differences"]

_OF_ONE_COLOR = re.compile(
    "loop|executor|thread|task|event|lock|callback|future|semaphore|concurr|worker|parallel|cancel|limiter|portal|sync"
    r"|(^|_)aio"
)
"""Parameters that only one color has a use for."""
_NOTHING = re.compile(r"(?:None|(?:\w+\.)*(?:Awaitable|Coroutine)\[(?:\w+, \w+, )?None\]| \| )+")
"""What functions give that are only told something, in either color."""
_VALUES = re.compile(r"^(?!.*Callable).*\b(?:str|bytes|bool|int|float|Literal)\b")
"""Annotations that tell a value, whatever its parameter is called."""
_STARTS = re.compile("executor|limiter|loop|portal|runner|semaphore|thread", re.IGNORECASE)
"""Calls that start what only one color has to start."""
_TIMES = re.compile("timeout|poll_interval|^(block|wait)$")
"""Parameters that the async twin may lack: its caller has `await` or not, and asyncio.timeout; and the other one, who
can't be timed.
"""
_DEPRECATED = re.compile("deprecat", re.IGNORECASE)
_GOING = re.compile("deprecat|(will|to) be removed", re.IGNORECASE)
_WARNINGS = frozenset({"DeprecationWarning", "FutureWarning", "PendingDeprecationWarning"})
_OF_OBJECTS = frozenset({"__init__", "__del__", "__repr__", "__str__", "__new__"})
"""Methods whose bodies know the whole object, which the colors build in different ways."""
_MARKERS = frozenset({"Body", "Cookie", "Field", "File", "Form", "Header", "Path", "Query"})
"""What describes a parameter where its default would stand, and may be given that: of pydantic, and of FastAPI."""
_PROVIDERS = frozenset({"Depends", "Security"})
"""What names who gives a parameter, in the place of a default."""
_MOST_ALIKE = 0.6


def differences(
    asynchronous: FunctionNode, sync: FunctionNode, *, is_method: bool, owners: Owners = (None, None)
) -> list[Difference]:
    """What differs beyond color, or nothing where the two aren't written as twins."""
    if only_raises(asynchronous.body) != only_raises(sync.body):
        return []  # one of them says that it isn't there
    if _is_deprecated(asynchronous) != _is_deprecated(sync):
        return []  # nobody adds to what is to go
    ours, theirs = _Params(asynchronous, is_method=is_method), _Params(sync, is_method=is_method)
    try:
        bodies = Bodies(asynchronous, sync, owners)
        found = list(_param_differences(ours, theirs))
        if found and not _are_alike(ours, theirs, bodies):
            return []
        inner = _inner(asynchronous, sync)
        if inner is not None:
            # What a facade adds to its twin, or fills in for it, is what it is for.
            is_wanted = not asynchronous.name.startswith("_") and len({one.lags for one in found}) == 1
            return [one for one in found if one.lags != inner and not _is_hook(one, asynchronous)] if is_wanted else []
        if asynchronous.name not in _OF_OBJECTS:
            more = _more_decorated(asynchronous, sync)
            told = {*(one.what for one in found), *ours.spared(theirs), *theirs.spared(ours)}
            told |= {*ours.forwarded(theirs), *theirs.forwarded(ours), *ours.refused(theirs), *theirs.refused(ours)}
            found += [one for one in bodies.differences(told) if one.lags != more]
    except RecursionError:
        # An expression so deep was generated; nobody keeps its twin by hand.
        return []
    return found


class _Params:
    """The parameters of a function, without the one that a method is bound by."""

    def __init__(self, node: FunctionNode, *, is_method: bool) -> None:
        args = node.args
        positional = [*args.posonlyargs, *args.args]
        defaults: list[ast.expr | None] = [None] * (len(positional) - len(args.defaults))
        defaults += args.defaults
        self.named: dict[str, tuple[ast.arg, ast.expr | None]] = {}
        self._own = {arg.arg for arg in (*positional, *args.kwonlyargs)}
        is_bound = is_method and not any(
            isinstance(part, ast.Name) and part.id == "staticmethod" for part in node.decorator_list
        )
        for arg, default in list(zip(positional, defaults, strict=True))[int(is_bound) :]:
            self._name(arg, default)
        self.positional = list(self.named)
        for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
            self._name(arg, default)
        self.node = node
        self.is_async = isinstance(node, ast.AsyncFunctionDef)
        self.takes_words = args.kwarg is not None
        self.takes_more = args.vararg is not None

    def _name(self, arg: ast.arg, default: ast.expr | None) -> None:
        """Keep a parameter by its name without color, unless that is the name of another one."""
        plain = plain_name(arg.arg)
        is_taken = plain in self.named or plain in self._own
        is_required = default is None or _is_required(default)
        self.named[arg.arg if is_taken else plain] = (arg, None if is_required else default)

    def spared(self, other: _Params) -> Iterator[str]:
        """What the other one has beyond this one, and only its color has a use for, as differences say it."""
        beyond = [one for one in other.named if one not in self.named]
        return (f"`{one}`" for one in beyond if self._has_no_use(other, one))

    def forwarded(self, other: _Params) -> Iterator[str]:
        """What the other one names and this one takes and gives on with all other keywords, as differences say it."""
        kwarg = self.node.args.kwarg
        words = (part for part in walk(self.node) if kwarg is not None and isinstance(part, ast.keyword))
        if kwarg is not None and any(one.arg is None and getattr(one.value, "id", "") == kwarg.arg for one in words):
            yield from (f"`{name}`" for name in other.named if name not in self.named)

    def refused(self, other: _Params) -> Iterator[str]:
        """What this one takes with its own default alone, and has no use for, as differences say it."""
        for name in self.named.keys() & other.named.keys():
            (given, mine), (_, yours) = self.named[name], other.named[name]
            if mine is not None and yours is not None and only_refuses(self.node, given.arg, mine, yours):
                yield f"`{name}`"

    def is_spelled_twice(self, name: str) -> bool:
        """Tell whether a parameter that may be left out is an older spelling of another one: `maxRows`, `max_rows`."""
        given, default = self.named[name]
        is_old = default is not None and given.arg.lower() != given.arg
        return is_old and any(one != given.arg and one.replace("_", "") == given.arg.lower() for one in self._own)

    def lacks(self, other: _Params) -> Iterator[str]:
        """The names of parameters that the other one has and this one could not take.

        One that nothing is done with is dead, or there for whoever calls the function, and a private one is for those
        who wrote it.
        """
        for name in other.named:
            if name in self.named or name.startswith("_") or self._has_no_use(other, name):
                continue
            if self.takes_words or (self.takes_more and name in other.positional):
                continue
            given, default = other.named[name]
            if default is None and len(other.node.decorator_list) > len(self.node.decorator_list):
                continue  # a decorator may fill it in
            if default is None and _calls(other.node, given.arg):
                continue  # a function has a color, and the twin knows its own
            is_wanted = _has_use(other.node, given.arg)
            if is_wanted and not _makes(self.node, name) and not _only_starts(other.node, given.arg):
                yield name

    def _has_no_use(self, other: _Params, name: str) -> bool:
        """Tell whether only the color of the other one has a use for a parameter of it, or none soon.

        Who calls this one has another way to say how long it may take, or none at all.
        """
        given = other.named[name]
        if _is_of_one_color(*given) or _is_going(other.node, given[0].arg) or other.is_spelled_twice(name):
            return True
        if other.is_async and given[0].annotation is not None and _is_of_async_module(given[0].annotation):
            return True
        is_timed = _TIMES.search(name) is not None
        return is_timed and (self.is_async or only_bounds(other.node, self.node, given[0].arg))


def _is_required(default: ast.expr) -> bool:
    """Tell whether something only stands in the place of a default, and says that a parameter has none."""
    match default:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args, keywords=words):
            if name in _MARKERS and args:
                return isinstance(args[0], ast.Constant) and args[0].value is Ellipsis
            given = [word.value for word in words if word.arg in {None, "default", "default_factory"}]
            is_said = all(isinstance(one, ast.Constant) and one.value is Ellipsis for one in given)
            return name in _PROVIDERS or (name in _MARKERS and is_said)
        case _:
            return False


def _is_deprecated(node: FunctionNode) -> bool:
    """Tell whether a function says that it is to be used no more."""
    if any(_DEPRECATED.search(ast.unparse(part)) for part in node.decorator_list):
        return True
    return any(isinstance(part, ast.Name) and part.id in _WARNINGS for part in walk(node))


def _is_of_one_color(arg: ast.arg, default: ast.expr | None) -> bool:
    """Tell whether only one color has a use for a parameter, as for a callback that a task of its own calls."""
    if _OF_ONE_COLOR.search(arg.arg):
        return True
    if arg.annotation is not None and _is_told(arg.annotation):
        return True
    annotation = ast.unparse(arg.annotation) if arg.annotation is not None else ""
    is_value = _VALUES.search(annotation) or (isinstance(default, ast.Constant) and default.value is not None)
    return arg.arg.startswith("on_") and not is_value


def _is_of_async_module(annotation: ast.expr) -> bool:
    """Tell whether an annotation takes what a module for async code has, and names the module or is named after it."""
    if is_named_so(annotation):
        return True
    named = (part.value for part in walk(annotation) if isinstance(part, ast.Attribute))
    return any("async" in ast.unparse(one) for one in named)


def _is_told(annotation: ast.expr) -> bool:
    """Tell whether an annotation takes a function that is told something, and gives nothing that could be used."""
    for part in walk(annotation):
        match part:
            case ast.Subscript(
                value=ast.Name(id="Callable") | ast.Attribute(attr="Callable"), slice=ast.Tuple(elts=[_, result])
            ) if _NOTHING.fullmatch(ast.unparse(result)):
                return True
            case _:
                pass
    return False


def _makes(node: FunctionNode, name: str) -> bool:
    """Tell whether a function makes by itself, under the same name, what its twin is given."""
    return any(
        isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store) and part.id == name for part in walk(node)
    )


def _is_going(node: FunctionNode, name: str) -> bool:
    """Tell whether a function says of a parameter that it is to be used no more, as in a warning."""
    texts = (part.value for part in walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str))
    lines = (line for text in texts if name in text for line in text.splitlines())
    return any(_GOING.search(line) and re.search(rf"\b{re.escape(name)}\b", line) for line in lines)


def _only_starts(node: FunctionNode, name: str) -> bool:
    """Tell whether all that a function does with a parameter is to start a loop or threads of its own with it."""
    given = {
        id(part)
        for call in walk(node)
        if isinstance(call, ast.Call) and _STARTS.search(ast.unparse(call.func))
        for part in (*call.args, *(word.value for word in call.keywords))
    }
    used = [part for part in walk(node) if given and isinstance(part, ast.Name) and part.id == name]
    return bool(used) and all(id(part) in given for part in used)


def _more_decorated(asynchronous: FunctionNode, sync: FunctionNode) -> str | None:
    """Which of the functions has more decorators, any of which may do what its body lacks; None where none has."""
    more = len(asynchronous.decorator_list) - len(sync.decorator_list)
    return None if not more else ASYNC if more > 0 else SYNC


def _has_use(node: FunctionNode, name: str) -> bool:
    """Tell whether a body does something with a parameter, or has nothing in it yet."""
    body = [one for one in node.body if not isinstance(one, ast.Pass | ast.Raise) and not _is_text(one)]
    names = {part.id for one in body for part in walk(one) if isinstance(part, ast.Name)}
    return not body or not names.isdisjoint({name, "locals"})


def _calls(node: FunctionNode, name: str) -> bool:
    """Tell whether a body calls a parameter."""
    calls = (part.func for part in walk(node) if isinstance(part, ast.Call))
    return any(isinstance(part, ast.Name) and part.id == name for part in calls)


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _param_differences(ours: _Params, theirs: _Params) -> Iterator[Difference]:
    for name in ours.lacks(theirs):
        arg, default = theirs.named[name]
        yield Difference(f"`{name}`", None, arg, is_required=default is None)
    for name in theirs.lacks(ours):
        arg, default = ours.named[name]
        yield Difference(f"`{name}`", arg, None, is_required=default is None)
    refused = {*ours.refused(theirs), *theirs.refused(ours)}
    for name, (arg, mine) in ours.named.items():
        if name not in theirs.named or f"`{name}`" in refused:
            continue
        other, yours = theirs.named[name]
        what = f"the default of `{name}`"
        if mine is None or yours is None:
            if mine is not yours and not _is_colored(arg, other):
                yield Difference(what, None if mine is None else arg, None if yours is None else other)
        elif not _same(mine, yours):
            yield Difference(what, arg, other, (_text(mine), _text(yours)))


def _is_colored(ours: ast.arg, theirs: ast.arg) -> bool:
    """Tell whether a parameter takes an object of the function's own color, which may come by itself in the other."""
    annotations = [ast.unparse(one.annotation) if one.annotation is not None else "" for one in (ours, theirs)]
    return annotations[0] != annotations[1] and "async" in annotations[0].lower()


def _same(left: ast.expr, right: ast.expr) -> bool:
    if _is_nothing(left) and _is_nothing(right):
        return True
    if _is_named(left) != _is_named(right):
        # A constant with a name may well be the same value.
        return True
    if isinstance(left, ast.Constant) and isinstance(right, ast.Constant) and not isinstance(left.value, str):
        return left.value == right.value and isinstance(left.value, bool) == isinstance(right.value, bool)
    return tokens_of(left) == tokens_of(right)


def _is_named(node: ast.expr) -> bool:
    return isinstance(node, ast.Name | ast.Attribute)


def _is_nothing(node: ast.expr) -> bool:
    """Tell whether a default says that nothing was given: None, an empty container, or a sentinel."""
    match node:
        case ast.Constant(value=value):
            return value is None or value is Ellipsis or value in {"", b""}
        case ast.Dict(keys=[]) | ast.List(elts=[]) | ast.Tuple(elts=[]) | ast.Call(args=[], keywords=[]):
            return True
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.isupper() or name in {"omit", "not_given"}
        case _:
            return False


def _text(node: ast.expr) -> str:
    return f"`{ast.unparse(node)}`"


def _are_alike(ours: _Params, theirs: _Params, bodies: Bodies) -> bool:
    """Tell whether so much is shared that a difference in parameters was not meant."""
    shared = len(ours.named.keys() & theirs.named.keys())
    beyond = len(ours.named) - shared, len(theirs.named) - shared
    if beyond[0] == beyond[1] and any(beyond):
        # As many here as there: the same parameters under other names.
        return False
    is_for_the_same = sum(beyond) <= shared and not _asks_and_sets(ours.node, theirs.node)
    return is_for_the_same or bodies.ratio() >= _MOST_ALIKE


def _asks_and_sets(asynchronous: FunctionNode, sync: FunctionNode) -> bool:
    """Tell whether only one of two functions says that it gives something: the other one does something else."""
    told = [ast.unparse(node.returns) for node in (asynchronous, sync) if node.returns is not None]
    return len(set(told)) > 1 and "None" in told


def _inner(asynchronous: FunctionNode, sync: FunctionNode) -> str | None:
    """Which of the functions the other one uses, or None where neither is a facade."""
    if asynchronous.name == sync.name and _uses(asynchronous, sync.name) == _uses(sync, sync.name):
        return None
    if _uses(asynchronous, sync.name):
        return SYNC
    return ASYNC if _uses(sync, asynchronous.name) else None


def _is_hook(one: Difference, asynchronous: FunctionNode) -> bool:
    """Tell whether a facade lacks an async function that may be given to its twin: plain code has none to give."""
    name = one.asynchronous.arg if one.sync is None and isinstance(one.asynchronous, ast.arg) else ""
    awaited = (part.value for part in walk(asynchronous) if name and isinstance(part, ast.Await))
    return any(isinstance(part, ast.Call) and getattr(part.func, "id", "") == name for part in awaited)


def _uses(node: FunctionNode, name: str) -> bool:
    for part in walk(node):
        if (isinstance(part, ast.Name) and part.id == name) or (isinstance(part, ast.Attribute) and part.attr == name):
            return True
    return False
