"""By which way a call reaches its callee: the second stratum of a mutation."""

from __future__ import annotations

import ast
import dataclasses

from duotone.analyzer.parsing.walking import all_params

from .inventory import Inventory, last_name, root_name
from .source import FUNCTIONS, Function, Source, own_nodes

__all__ = ["RECEIVERS", "Bindings", "receiver_of"]

RECEIVERS = (
    "function",
    "imported function",
    "own method",
    "inherited method",
    "attribute of attribute",
    "typed parameter",
    "untyped parameter",
    "constructed local",
    "other local",
    "class or static",
    "module attribute",
    "imported object",
    "global variable",
    "call result",
    "item",
    "other",
)


@dataclasses.dataclass
class Bindings:
    """What the names of one function, or of a module, stand for.

    `parameters` says which are annotated, `locals` has the callee that made a variable, `imports` where a name is from.
    """

    parameters: dict[str, bool] = dataclasses.field(default_factory=dict[str, bool])
    locals: dict[str, str] = dataclasses.field(default_factory=dict[str, str])
    imports: dict[str, str] = dataclasses.field(default_factory=dict[str, str])
    functions: set[str] = dataclasses.field(default_factory=set[str])
    classes: set[str] = dataclasses.field(default_factory=set[str])

    @classmethod
    def of(cls, node: ast.AST) -> Bindings:
        """Read the names that a function or a module binds itself."""
        bindings = cls()
        if isinstance(node, FUNCTIONS):
            bindings.parameters = {one.arg: one.annotation is not None for one in all_params(node.args)}
        for one in own_nodes(node):
            bindings._read(one)
        return bindings

    def _read(self, node: ast.AST) -> None:
        if isinstance(node, FUNCTIONS):
            self.functions.add(node.name)
        elif isinstance(node, ast.ClassDef):
            self.classes.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            self._read_import(node)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    self.locals[target.id] = _maker(node.value)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            self.locals.setdefault(node.id, "")

    def _read_import(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            if isinstance(node, ast.Import):
                self.imports[alias.asname or alias.name.partition(".")[0]] = alias.name
            else:
                self.imports[alias.asname or alias.name] = "." * node.level + f"{node.module or ''}:{alias.name}"


def _maker(value: ast.expr | None) -> str:
    """Return the dotted callee of a call, awaited or not; empty for anything else."""
    if isinstance(value, ast.Await):
        value = value.value
    if not isinstance(value, ast.Call) or not root_name(value.func):
        return ""
    return ast.unparse(value.func)


class _Reach:
    """The names in sight of one call, innermost first."""

    def __init__(self, source: Source, node: ast.AST, inventory: Inventory, cache: dict[ast.AST, Bindings]) -> None:
        self.source, self.inventory = source, inventory
        self.functions = [one for one in source.above(node) if isinstance(one, FUNCTIONS)]
        for one in (*self.functions, source.tree):
            if one not in cache:
                cache[one] = Bindings.of(one)
        self.layers = [cache[one] for one in (*self.functions, source.tree)]

    def of_name(self, name: str) -> str:
        """Return the way by which a bare name is reached."""
        for layer in self.layers[:-1]:
            if name in layer.parameters:
                return "typed parameter" if layer.parameters[name] else "untyped parameter"
            if name in layer.functions:
                return "function"
            if name in layer.locals:
                made = layer.locals[name].rpartition(".")[2]
                return "constructed local" if made in self.inventory.classes else "other local"
        module = self.layers[-1]
        if name in module.functions:
            return "function"
        return "global variable" if name in module.locals else "other"

    def imported(self, name: str) -> str | None:
        """Return where a name was imported from, if nothing nearer hides it."""
        for layer in self.layers:
            if name in layer.parameters or name in layer.locals or name in layer.functions:
                return None
            if name in layer.imports:
                return layer.imports[name]
        return None

    def maker(self, name: str) -> str | None:
        """Return where the callee that made a local variable was imported from."""
        for layer in self.layers[:-1]:
            if name in layer.locals and name not in layer.parameters:
                return self.imported(layer.locals[name].partition(".")[0])
        return None

    def is_class(self, name: str) -> bool:
        """Whether a name is a class that is defined in sight."""
        return any(name in layer.classes for layer in self.layers)

    def method(self) -> tuple[Function, ast.ClassDef] | None:
        """Return the method around the call, with its class."""
        for function in self.functions:
            owner = self.source.enclosing_class(function)
            if owner is not None:
                return function, owner
        return None


def receiver_of(
    source: Source, call: ast.Call, inventory: Inventory, cache: dict[ast.AST, Bindings]
) -> tuple[str, str | None]:
    """Return one of `RECEIVERS`, and where the callee, or what made its object, was imported from, if that is known."""
    reach = _Reach(source, call, inventory, cache)
    function = call.func
    if isinstance(function, ast.Attribute):
        return _of_object(reach, function.value, function.attr)
    name = last_name(function)
    origin = reach.imported(name)
    return ("imported function", origin) if origin else (reach.of_name(name), None)


def _of_object(reach: _Reach, node: ast.expr, attribute: str) -> tuple[str, str | None]:
    if isinstance(node, ast.Name):
        return _of_variable(reach, node.id, attribute)
    if isinstance(node, ast.Attribute):
        return _of_path(reach, node)
    if isinstance(node, ast.Call | ast.Await):
        is_super = isinstance(node, ast.Call) and last_name(node.func) == "super"
        return ("inherited method" if is_super else "call result"), None
    return ("item" if isinstance(node, ast.Subscript) else "other"), None


def _of_variable(reach: _Reach, name: str, attribute: str) -> tuple[str, str | None]:
    method = reach.method()
    if method and method[0].args.args and method[0].args.args[0].arg == name:
        own = any(isinstance(one, FUNCTIONS) and one.name == attribute for one in own_nodes(method[1]))
        return ("own method" if own else "inherited method"), None
    origin = reach.imported(name)
    if origin:
        return _of_import(reach.inventory, origin), origin
    return ("class or static" if reach.is_class(name) else reach.of_name(name)), reach.maker(name)


def _of_path(reach: _Reach, node: ast.Attribute) -> tuple[str, str | None]:
    first: ast.expr = node
    while isinstance(first, ast.Attribute):
        first = first.value
    origin = reach.imported(first.id) if isinstance(first, ast.Name) else None
    if node.attr in reach.inventory.classes:
        return "class or static", origin
    return ("module attribute" if origin and ":" not in origin else "attribute of attribute"), origin


def _of_import(inventory: Inventory, origin: str) -> str:
    _, colon, name = origin.partition(":")
    if not colon:
        return "module attribute"
    if name in inventory.classes:
        return "class or static"
    return "module attribute" if name in inventory.modules else "imported object"
