"""Finds the twins: which function or class has the same name as another but for its color."""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from duotone.analyzer.parsing.walking import walk
from duotone.analyzer.rules.twins.colorless import FunctionNode, plain_name, sync_names

__all__ = [
    "Surface",
    "class_pairs",
    "crossing_pairs",
    "function_pairs",
    "gives_awaitable",
    "is_async_name",
    "method_pairs",
    "methods_of",
]

_COLORS = frozenset(["async", "sync", "aio", "asyncio", "asynchronous", "synchronous", "_async", "_sync"])
_ASYNC = re.compile(r"(?:^|[._])(?:async|asyncio|aio|asynchronous)(?=[._]|$)|Async(?![a-z])")
_OTHER_KINDS = frozenset(["overload", "property", "setter", "getter", "deleter", "cached_property", "fixture"])
_OF_ONE_COLOR = re.compile(
    "sync|thread|loop|task|future|executor|cancel|aio|await|callback|portal"
    "|initiali[sz]e|connect$|setup|start|stop|close|^run$"
)
"""Methods that only one color has a use for: those that deal with loops and threads, or do what `__init__` can't."""
_FEWEST_SHARED = 0.5


def methods_of(body: Sequence[ast.stmt]) -> dict[str, FunctionNode]:
    """The functions of a scope by name, the last one where there are several; no properties, overloads and tests.

    What is private may differ as its owner likes.
    """
    found: dict[str, FunctionNode] = {}
    for node in body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        is_private = node.name.startswith("_") and not node.name.startswith("__")
        if (
            not is_private
            and not node.name.startswith("test_")
            and not _OTHER_KINDS & set(map(_last, node.decorator_list))
        ):
            found[node.name] = node
    return found


def _last(node: ast.expr) -> str:
    if isinstance(node, ast.Call):
        return _last(node.func)
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def function_pairs(body: Sequence[ast.stmt]) -> Iterator[tuple[ast.AsyncFunctionDef, ast.FunctionDef]]:
    """The twins among the functions of one scope, the async one first."""
    functions = methods_of(body)
    for name, node in functions.items():
        if isinstance(node, ast.AsyncFunctionDef):
            for other in sync_names(name):
                twin = functions.get(other)
                if isinstance(twin, ast.FunctionDef):
                    yield node, twin
                    break


def gives_awaitable(function: ast.FunctionDef, body: Sequence[ast.stmt]) -> bool:
    """Tell whether a plain function returns what it calls async of its scope, so that it is async but for its word."""
    own = {node.name for node in body if isinstance(node, ast.AsyncFunctionDef)}
    returned = [part.value for part in walk(function) if isinstance(part, ast.Return)]
    called = [one.func for one in returned if isinstance(one, ast.Call)]
    return any(isinstance(one, ast.Name | ast.Attribute) and _last(one) in own and _is_near(one) for one in called)


def _is_near(called: ast.Name | ast.Attribute) -> bool:
    """Tell whether a function is called by its name, or as a method of the same object."""
    return isinstance(called, ast.Name) or (isinstance(called.value, ast.Name) and called.value.id in {"cls", "self"})


def class_pairs(body: Sequence[ast.stmt]) -> Iterator[tuple[ast.ClassDef, ast.ClassDef]]:
    """The twins among the classes of one scope, the async one first."""
    classes = {node.name: node for node in body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")}
    for name, node in classes.items():
        plain = plain_name(name)
        if plain == name or name.replace("Async", "") == name:
            continue
        twin = classes.get(plain) or classes.get(name.replace("Async", "Sync"))
        if twin is not None:
            yield node, twin


def method_pairs(asynchronous: ast.ClassDef, sync: ast.ClassDef) -> list[tuple[FunctionNode, FunctionNode]]:
    """The methods that twin classes share, or nothing where the two aren't written as twins."""
    ours, theirs = methods_of(asynchronous.body), methods_of(sync.body)
    pairs = [(node, theirs[twin]) for name, node in ours.items() if (twin := _twin(name, theirs)) is not None]
    if not any(isinstance(one, ast.AsyncFunctionDef) and isinstance(other, ast.FunctionDef) for one, other in pairs):
        return []
    if any(isinstance(other, ast.AsyncFunctionDef) for _, other in pairs):
        return []
    return pairs if len(pairs) >= _FEWEST_SHARED * min(len(ours), len(theirs)) else []


def _twin(name: str, others: Mapping[str, FunctionNode]) -> str | None:
    if name in others:
        return name
    return next((other for other in sync_names(name) if other in others), None)


class Surface:
    """The public methods of a class by their names without color, and all names that it has."""

    def __init__(self, node: ast.ClassDef, inherited: Iterable[str]) -> None:
        self.methods = {
            plain_name(name): method for name, method in methods_of(node.body).items() if not name.startswith("_")
        }
        self.names = {_bare(name) for name in inherited}
        self.own_name = node.name
        for part in walk(node):
            match part:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    self.names.add(_bare(name))
                case (
                    ast.Name(id=name, ctx=ast.Store())
                    | ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store())
                ):
                    self.names.add(_bare(name))
                case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner[0].isupper():
                    # What it takes from a class, which may be its twin, it has no need of itself.
                    self.names.add(_bare(name))
                case _:
                    pass

    def beyond(self, other: Surface) -> list[FunctionNode]:
        """The methods that the other one lacks, without those that only one color has a use for."""
        if "__getattr__" in other.names:
            return []
        return [
            node
            for name, node in self.methods.items()
            if _bare(name) not in other.names
            and other.names.isdisjoint((f"a{name}", f"__{name}__"))
            and not _OF_ONE_COLOR.search(node.name)
            and not self._makes(node)
        ]

    def _makes(self, node: FunctionNode) -> bool:
        """Tell whether a method makes an object of its class, which takes an await, and else a constructor can do."""
        if not isinstance(node, ast.AsyncFunctionDef) or "classmethod" not in map(_last, node.decorator_list):
            return False
        made = ast.unparse(node.returns).strip("'\"").rpartition(".")[2] if node.returns is not None else "Self"
        return made in {self.own_name, "Self"}


def _bare(name: str) -> str:
    """A name without its color, and without the verb of an accessor: a property may stand for it."""
    plain = plain_name(name)
    return plain[4:] if plain.startswith(("get_", "set_")) else plain


def crossing_pairs(classes: Iterable[str], modules: Container[str]) -> Iterator[tuple[str, str]]:
    """The twins among classes of different modules, the async one first: their dotted names differ in color only."""
    groups: dict[str, list[str]] = {}
    for name in classes:
        module, _, last = name.rpartition(".")
        if module in modules:
            groups.setdefault(f"{_plain_path(module)}.{plain_name(last)}", []).append(name)
    for group in groups.values():
        ours = [name for name in group if is_async_name(name)]
        theirs = [name for name in group if not is_async_name(name)]
        if len(ours) == len(theirs) == 1 and ours[0].rpartition(".")[0] != theirs[0].rpartition(".")[0]:
            yield ours[0], theirs[0]


def is_async_name(name: str) -> bool:
    """Tell whether a dotted name says that it is of the async one of two twins."""
    return _ASYNC.search(name) is not None


def _plain_path(module: str) -> str:
    """The dotted name of a module without its color: `package.asyncio.client` is `package.client`."""
    return ".".join(plain_name(part) for part in module.split(".") if part not in _COLORS)
