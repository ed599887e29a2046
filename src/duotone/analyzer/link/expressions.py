"""The value of an expression, from the names around it."""

from __future__ import annotations

import ast
import typing
from collections.abc import Callable, Sequence

from duotone.analyzer.link import attributes, declarations, nodes, operations
from duotone.analyzer.link.choosing import Choosing
from duotone.analyzer.link.displays import Displays, telling
from duotone.analyzer.link.making import loaded, made_bare
from duotone.analyzer.link.scopes import Shadowed
from duotone.analyzer.link.symbols import FunctionSymbol
from duotone.analyzer.link.values import (
    NONE,
    UNKNOWN,
    Alias,
    CallableType,
    ClassObject,
    Form,
    FunctionObject,
    Instance,
    NoneObject,
    Partial,
    SuperObject,
    Tuple,
    TypeVariable,
    Value,
    options,
    union,
)
from duotone.analyzer.outline import versions
from duotone.analyzer.parsing.walking import all_params

__all__ = ["CASTS", "FALLBACKS", "Expressions"]


_VARIABLES = frozenset(
    f"{module}.{name}"
    for module in ("typing", "typing_extensions")
    for name in ("TypeVar", "ParamSpec", "TypeVarTuple")
)
_NEW_TYPES = frozenset({"typing.NewType", "typing_extensions.NewType"})
CASTS = frozenset({"typing.cast", "typing_extensions.cast"})
FALLBACKS = {
    "builtins.dict.get": 1,
    "builtins.dict.pop": 1,
    "builtins.next": 1,
    "typing.Mapping.get": 1,
    "typing.MutableMapping.pop": 1,
}
"""Which argument they give back as it is where they find nothing."""
_OUTWARD = 4
"""A method of a class within a function is no deeper than this below the class."""
_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "truediv",
    ast.BitOr: "or",
    ast.BitAnd: "and",
}
_TYPES = (ClassObject, Alias, Form, NoneObject)
_CONSTANTS: dict[type, str] = {str: "str", bytes: "bytes", int: "int", float: "float", bool: "bool", complex: "complex"}


class Expressions(Choosing, Displays):
    """Evaluates expressions in a scope."""

    def of(self, node: ast.expr) -> Value:
        """The value of an expression."""
        method = _METHODS.get(type(node))
        return method(self, node) if method is not None else self.other(node)

    def other(self, node: ast.expr) -> Value:
        """An expression of a kind that has no value of interest; its parts are still looked at."""
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.escape(self.of(child), child)
        return UNKNOWN

    def constant(self, node: ast.Constant) -> Value:
        """The value of a literal."""
        kind = _CONSTANTS.get(type(node.value))
        if kind is not None:
            return self.project.builtin(kind)
        return NONE if node.value is None else UNKNOWN

    def name(self, node: ast.Name) -> Value:
        """The value of a name."""
        return self.scope.lookup(node.id) or UNKNOWN

    def attribute(self, node: ast.Attribute) -> Value:
        """The value of `owner.name`."""
        value = self.of(node.value)
        self.use(value, "attribute", node)
        return self.project.attribute(value, node.attr)

    def await_(self, node: ast.Await) -> Value:
        """The value of `await …`."""
        value = self.of(node.value)
        self.use(value, "await", node)
        return self.project.awaited(value)

    def call(self, node: ast.Call) -> Value:
        """The value of a call."""
        if isinstance(node.func, ast.Name) and node.func.id == "super":
            return self.super_object()
        function = self.of(node.func)
        self.use(function, "call", node)
        args = self.arguments(node)
        keywords = {word.arg or "**": self.keyword(word) for word in node.keywords}
        self.fill_lambdas(node, function, args, keywords)
        self.given(node, function, args, keywords)
        result = self.special(node, function, args)
        if result is None:
            result = self.project.call(function, args, keywords)
        return self.made(node, function, result)

    def arguments(self, node: ast.Call) -> list[Value]:
        """The values of positional arguments; a starred one counts as one of unknown length."""
        args: list[Value] = []
        for arg in node.args:
            if isinstance(arg, ast.Starred):
                value = self.of(arg.value)
                args.append(self.unpacked(value, arg))
            else:
                args.append(self.argument(arg))
        return args

    def keyword(self, word: ast.keyword) -> Value:
        """The value of `word=value`, or of a mapping whose items are given."""
        value = self.argument(word.value)
        if word.arg is None:
            self.use(value, "unpack", word.value)
        return value

    def argument(self, node: ast.expr) -> Value:
        """The value of an argument; a lambda waits for the others, which tell what it will be given."""
        if isinstance(node, ast.Constant) and type(node.value) in _CONSTANTS:
            return declarations.constant(self.project, node.value)
        return CallableType(UNKNOWN) if isinstance(node, ast.Lambda) else self.of(node)

    def fill_lambdas(self, node: ast.Call, function: Value, args: list[Value], keywords: dict[str, Value]) -> None:
        """Evaluate the lambdas among the arguments, with what the callee calls them with."""
        for index, part in enumerate(node.args):
            if isinstance(part, ast.Lambda):
                args[index] = self.lambda_(part, self.project.expected(function, args, keywords, args[index]))
        for word in node.keywords:
            if isinstance(word.value, ast.Lambda):
                name = word.arg or "**"
                given = self.project.expected(function, args, keywords, keywords[name])
                keywords[name] = self.lambda_(word.value, given)

    def super_object(self) -> Value:
        """What `super()` gives: find the class around the method."""
        scope: object = self.scope
        for _ in range(_OUTWARD):
            symbol = getattr(scope, "symbol", None)
            if isinstance(symbol, FunctionSymbol) and symbol.owner is not None:
                receiver = getattr(scope, "bound", None) or Instance(symbol.owner)
                return SuperObject(symbol.owner, receiver)
            scope = getattr(symbol, "scope", None)
        return UNKNOWN

    def special(self, node: ast.Call, function: Value, args: Sequence[Value]) -> Value | None:
        """Calls whose result depends on more than the types of the arguments; None for all others."""
        if isinstance(function, ClassObject):
            return self._special_class(node, function.symbol.name, args)
        if isinstance(function, FunctionObject):
            name = function.symbol.name
            if FALLBACKS.get(name) == len(node.args) - 1:
                return self.found_or(function, args)
            return self._special_function(node, name, args) or made_bare(node, function, args)
        return made_bare(node, function, args)

    def _special_class(self, node: ast.Call, name: str, args: Sequence[Value]) -> Value | None:
        if name == "builtins.type" and len(args) == 1:
            found = [ClassObject(o.symbol, o.args) for o in options(args[0]) if isinstance(o, Instance)]
            return union(found or [UNKNOWN])
        if name == "functools.partial" and args:
            words = frozenset(word.arg for word in node.keywords if word.arg)
            return union([Partial(target, len(args) - 1, words) for target in options(args[0])])
        if name in _VARIABLES and node.args:
            return self.type_variable(node)
        if name in _NEW_TYPES and len(node.args) == 2:  # noqa: PLR2004  # a name and a type
            return Alias(node.args[1], self.scope)
        return None

    def _special_function(self, node: ast.Call, name: str, args: Sequence[Value]) -> Value | None:
        if name in CASTS and len(node.args) == 2:  # noqa: PLR2004  # a type and a value
            return operations.cast(self.annotated(node.args[0]), args[1])
        if name == "functools.update_wrapper" and args:
            return args[0]
        if name == "builtins.anext" and len(args) == 1:
            # Its overload gives what a protocol does, and so nothing where the argument is unknown.
            found = self.project.call(self.project.attribute(args[0], "__anext__"))
            return self.project.named("typing", "Awaitable", UNKNOWN) if found is UNKNOWN else found
        if name == "importlib.import_module":
            return loaded(self.project, self.scope, node)
        if name == "builtins.getattr" and len(node.args) >= 2:  # noqa: PLR2004  # an owner and a name
            return self.taken_by_name(node.args[1], args)
        return None

    def found_or(self, function: Value, args: Sequence[Value]) -> Value:
        """What a look-up gives: what it finds, or its last argument."""
        return union([self.project.call(function, args[:-1], {}), args[-1]])

    def taken_by_name(self, key: ast.expr, args: Sequence[Value]) -> Value:
        """What `getattr(owner, key, default)` gives."""
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            found = self.project.attribute(args[0], key.value)
            return union([found, *args[2:3]])
        return attributes.by_prefix(self.project, args[0], nodes.prefix(key))

    def type_variable(self, node: ast.Call) -> Value:
        """What TypeVar("T", bound=…) gives, or one with constraints, of which it stands for one."""
        name = node.args[0].value if isinstance(node.args[0], ast.Constant) else ""
        bounds = [word.value for word in node.keywords if word.arg == "bound"] or node.args[1:]
        return TypeVariable(str(name), union([self.annotated(bound) for bound in bounds]) if bounds else None)

    def annotated(self, node: ast.expr) -> Value:
        """An instance of what an annotation says."""
        return declarations.instance(self.project, node, self.scope)

    def subscript(self, node: ast.Subscript) -> Value:
        """The value of `owner[key]`."""
        value = self.of(node.value)
        self.use(value, "subscript", node)
        self.indexed(value, node)
        if isinstance(value, Form | Alias):
            return Alias(node, self.scope)
        if isinstance(value, ClassObject):
            return declarations.base(self.project, node, self.scope)
        key = self.of(node.slice)
        self.use(key, "key", node.slice)
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, int | str):
            return operations.element(self.project, value, node.slice.value)
        return operations.subscript(self.project, value, key, is_slice=isinstance(node.slice, ast.Slice))

    def test(self, node: ast.expr) -> None:
        """Evaluate an expression of which only the truth is asked."""
        if isinstance(node, ast.BoolOp):
            outer = self.scope
            for part in node.values:
                self.test(part)
                if self.comes_to(part) is isinstance(node.op, ast.Or):
                    break
                self.scope = self.told(self.scope, part, holds=isinstance(node.op, ast.And))
            self.scope = outer
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.test(node.operand)
        else:
            self.use(self.of(node), "condition", node)

    def either(self, node: ast.BoolOp) -> Value:
        """The value of `… or …` and `… and …`."""
        values: list[Value] = []
        outer = self.scope
        for part in node.values:
            values.append(self.of(part))
            self.scope = self.told(self.scope, part, holds=isinstance(node.op, ast.And))
        self.scope = outer
        for value, part in zip(values[:-1], node.values, strict=False):
            self.use(value, "condition", part)
        values = telling(node.values, values)
        return operations.first_true(values) if isinstance(node.op, ast.Or) else union(values)

    def conditional(self, node: ast.IfExp) -> Value:
        """The value of `… if … else …`."""
        self.test(node.test)
        arms = self.arms(node)
        if len(arms) == 1:
            return self.of(arms[0])
        outer = self.scope
        self.scope = self.told(outer, node.test, holds=True)
        first = self.of(node.body)
        self.scope = self.told(outer, node.test, holds=False)
        second = self.of(node.orelse)
        self.scope = outer
        return union(telling([node.body, node.orelse], [first, second]))

    def negated(self, node: ast.UnaryOp) -> Value:
        """The value of `not …`, `-…` and their like."""
        if isinstance(node.op, ast.Not):
            self.test(node.operand)
            return self.project.builtin("bool")
        value = self.of(node.operand)
        self.use(value, "operation", node)
        return value if isinstance(value, Instance) else UNKNOWN

    def operation(self, node: ast.BinOp) -> Value:
        """The value of an arithmetic operation, or of `A | B` between types."""
        left, right = self.of(node.left), self.of(node.right)
        if isinstance(node.op, ast.BitOr) and isinstance(left, _TYPES) and isinstance(right, _TYPES):
            return Alias(node, self.scope)
        kind = "text" if isinstance(node.op, ast.Mod) and operations.is_text(left) else "operation"
        self.use(left, kind, node)
        self.use(right, kind, node)
        if kind == "text" or operations.is_text(left):
            return self.project.builtin("str")
        if isinstance(node.op, ast.Add) and (joined := operations.joined(self.project, left, right)) is not None:
            return joined
        if isinstance(left, Tuple) or (isinstance(left, Instance) and left.symbol.module.name == "builtins"):
            return left
        return self._operated(node, left, right)

    def _operated(self, node: ast.BinOp, left: Value, right: Value) -> Value:
        """What the special method of an operator gives, such as `path / name`."""
        method = _OPERATORS.get(type(node.op))
        if method is None or not isinstance(left, Instance):
            return UNKNOWN
        found = self.project.attribute(left, f"__{method}__")
        return self.project.call(found, [right]) if isinstance(found, FunctionObject) else UNKNOWN

    def comparison(self, node: ast.Compare) -> Value:
        """The value of a comparison."""
        values = [self.of(node.left), *map(self.of, node.comparators)]
        parts = [node.left, *node.comparators]
        for index, operator in enumerate(node.ops):
            kind = nodes.compared(operator, parts[index + 1])
            self.use(values[index], kind, parts[index])
            if index == len(node.ops) - 1 or kind == "comparison":
                self.use(values[index + 1], kind, parts[index + 1])
            if isinstance(operator, ast.Eq | ast.NotEq):
                self.equated(parts[index : index + 2], values[index : index + 2])
        told = versions.everywhere(node)
        return self.project.builtin("bool") if told is None else declarations.constant(self.project, told)

    def text(self, node: ast.JoinedStr) -> Value:
        """The value of an f-string."""
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.use(self.of(part.value), "text", part.value)
                if isinstance(part.format_spec, ast.JoinedStr):
                    self.of(part.format_spec)
        return self.project.builtin("str")

    def lambda_(self, node: ast.Lambda, given: Sequence[Value] = ()) -> Value:
        """The value of a lambda, which is called with the given values."""
        scope = self.scope
        names: dict[str, Value] = {arg.arg: UNKNOWN for arg in all_params(node.args)}
        positional = (*node.args.posonlyargs, *node.args.args)
        names.update((arg.arg, value) for arg, value in zip(positional, given, strict=False))
        self.scope = Shadowed(scope, names)
        result = self.of(node.body)
        self.scope = scope
        return CallableType(self.leaving(result, node.body))

    def named(self, node: ast.NamedExpr) -> Value:
        """The value of `name := …`."""
        value = self.of(node.value)
        self.bind(node.target, value)
        return value

    def yielded(self, node: ast.Yield | ast.YieldFrom) -> Value:
        """The value of `yield …` and `yield from …`."""
        if node.value is not None:
            value = self.of(node.value)
            if isinstance(node, ast.YieldFrom):
                self.delegated(value, node.value)
            self.escape(value, node.value)
        return UNKNOWN


_METHODS: dict[type[ast.expr], Callable[[typing.Any, typing.Any], Value]] = {
    ast.Constant: lambda self, node: self.constant(node),
    ast.Name: lambda self, node: self.name(node),
    ast.Attribute: lambda self, node: self.attribute(node),
    ast.Await: lambda self, node: self.await_(node),
    ast.Call: lambda self, node: self.call(node),
    ast.Subscript: lambda self, node: self.subscript(node),
    ast.BoolOp: lambda self, node: self.either(node),
    ast.IfExp: lambda self, node: self.conditional(node),
    ast.UnaryOp: lambda self, node: self.negated(node),
    ast.BinOp: lambda self, node: self.operation(node),
    ast.Compare: lambda self, node: self.comparison(node),
    ast.JoinedStr: lambda self, node: self.text(node),
    ast.Tuple: lambda self, node: self.tuple_display(node),
    ast.List: lambda self, node: self.list_display(node),
    ast.Set: lambda self, node: self.set_display(node),
    ast.Dict: lambda self, node: self.dict_display(node),
    ast.ListComp: lambda self, node: self.list_comprehension(node),
    ast.SetComp: lambda self, node: self.list_comprehension(node),
    ast.GeneratorExp: lambda self, node: self.list_comprehension(node),
    ast.DictComp: lambda self, node: self.dict_comprehension(node),
    ast.Lambda: lambda self, node: self.lambda_(node),
    ast.NamedExpr: lambda self, node: self.named(node),
    ast.Yield: lambda self, node: self.yielded(node),
    ast.YieldFrom: lambda self, node: self.yielded(node),
}
