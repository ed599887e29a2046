"""What annotations and base expressions say, as values."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence

from duotone.analyzer.link.symbols import ClassSymbol, Linker, Scope
from duotone.analyzer.link.values import (
    NONE,
    UNKNOWN,
    Alias,
    CallableType,
    ClassObject,
    Constant,
    Foreign,
    Form,
    Instance,
    NoneObject,
    Tuple,
    TypeVariable,
    Union,
    Value,
    options,
    substitute,
    union,
)

__all__ = ["GenericForm", "base", "constant", "instance", "resolve", "variables"]

_MOST_LITERALS = 8
"""Of more values than these only the types count."""


class GenericForm(Form):
    """Generic[…] or Protocol[…], which fix the order of type parameters."""

    __slots__ = ("args",)

    def __init__(self, name: str, args: Sequence[Value]) -> None:
        super().__init__(name)
        self.args = tuple(args)


def instance(project: Linker, node: ast.expr, scope: Scope) -> Value:
    """An instance of what the annotation says."""
    if isinstance(node, ast.Name | ast.Attribute):
        return _of(project, resolve(project, node, scope), scope)
    if isinstance(node, ast.Subscript):
        return _subscript(project, node, scope)
    if isinstance(node, ast.Constant):
        return _constant(project, node, scope)
    if isinstance(node, ast.BinOp):
        return union([instance(project, node.left, scope), instance(project, node.right, scope)])
    return _unpacked(project, [node.value], scope) if isinstance(node, ast.Starred) else UNKNOWN


def constant(project: Linker, value: object) -> Value:
    """What is written down as this value."""
    found = NONE if value is None else project.builtin(type(value).__name__)
    return Constant(found.symbol, value) if isinstance(found, Instance) else found


def _constant(project: Linker, node: ast.Constant, scope: Scope) -> Value:
    if node.value is None:
        return NONE
    if isinstance(node.value, str):
        return project.annotation(node.value.strip(), scope)
    return UNKNOWN


def resolve(project: Linker, node: ast.expr, scope: Scope) -> Value:
    """The value of a dotted name."""
    if isinstance(node, ast.Name):
        return scope.lookup(node.id) or _unbound(project, node.id, scope)
    if isinstance(node, ast.Attribute):
        return project.attribute(resolve(project, node.value, scope), node.attr)
    return UNKNOWN


def _unbound(project: Linker, name: str, scope: Scope) -> Value:
    """What a name means that nothing binds, as where imports would go in a circle: the one class that is called so."""
    module = scope.module
    is_open = module.kind != "project" or module.outline.stars or not name[:1].isupper()
    found = UNKNOWN if is_open else project.only_class(name)
    return found if isinstance(found, ClassObject) else UNKNOWN


def _of(project: Linker, value: Value, scope: Scope) -> Value:
    """An instance of what a name in an annotation stands for."""
    if isinstance(value, ClassObject):
        return Instance(value.symbol, value.args)
    if isinstance(value, Alias):
        return _alias(project, value)
    if isinstance(value, Form):
        return _bare_form(project, value.name, scope)
    if isinstance(value, Union):
        return union([_of(project, option, scope) for option in value.options])
    if isinstance(value, Instance) and value.symbol.module.name in {"typing", "builtins"}:
        return UNKNOWN
    # `Alias = Union[A, B]` and `Alias = Callable[…]` were evaluated as expressions, and give what they say.
    return value if isinstance(value, _AS_THEY_ARE) else UNKNOWN


_AS_THEY_ARE = (TypeVariable, Foreign, NoneObject, Instance, CallableType, Tuple)


def _bare_form(project: Linker, name: str, scope: Scope) -> Value:
    if name == "Self":
        owner = _owner(scope)
        return TypeVariable("Self", Instance(owner) if owner else None)
    if name == "Callable":
        return CallableType(UNKNOWN)
    if name == "LiteralString":
        return project.builtin("str")
    return project.builtin("tuple") if name == "Tuple" else UNKNOWN


def _alias(project: Linker, value: Alias) -> Value:
    if value.meaning is None:
        # An alias may name itself, as JSON does; what is inside of it then stays unknown.
        value.meaning = UNKNOWN
        value.meaning = instance(project, value.node, value.scope)
    return value.meaning


_OUTWARD = 4
"""A method of a class within a function is no deeper than this below the class."""


def _owner(scope: object) -> ClassSymbol | None:
    for _ in range(_OUTWARD):
        owner = getattr(scope, "owner", None)
        if isinstance(owner, ClassSymbol):
            return owner
        scope = getattr(scope, "scope", None)
    return None


def _parts(node: ast.Subscript) -> list[ast.expr]:
    return node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]


def _subscript(project: Linker, node: ast.Subscript, scope: Scope) -> Value:
    target = resolve(project, node.value, scope)
    parts = _parts(node)
    if isinstance(target, Form):
        return _form(project, target.name, parts, scope)
    if isinstance(target, ClassObject):
        args = _arguments(project, parts, scope)
        # A class with arguments is what an alias stands for, which takes those of its own variables.
        return _of(project, _filled(target, args), scope) if target.args else _class(target, parts, args)
    if isinstance(target, Alias):
        return _filled(_alias(project, target), _arguments(project, parts, scope))
    return target if isinstance(target, Foreign | CallableType | Union | Instance) else UNKNOWN


def _filled(meant: Value, args: Sequence[Value]) -> Value:
    """What an alias says with arguments in the place of its type variables."""
    return substitute(meant, dict(zip(dict.fromkeys(variables(meant)), args, strict=False)))


def _arguments(project: Linker, parts: Sequence[ast.expr], scope: Scope) -> list[Value]:
    return [instance(project, part, scope) for part in parts if not isinstance(part, ast.List)]


def _class(target: ClassObject, parts: Sequence[ast.expr], args: Sequence[Value]) -> Value:
    name = target.symbol.name
    if name == "builtins.tuple":
        if _is_pair(parts) and isinstance(parts[1], ast.Constant) and parts[1].value is ...:
            return Instance(target.symbol, (args[0],))
        return Tuple(args)
    if name == "builtins.type":
        return union([_class_of(target, arg) for arg in options(args[0])])
    return Instance(target.symbol, tuple(args))


def _class_of(target: ClassObject, value: Value) -> Value:
    """What `type[…]` says: a class, or one that stays open for as long as its variable does."""
    if isinstance(value, Instance):
        return ClassObject(value.symbol, value.args)
    return Instance(target.symbol, (value,)) if isinstance(value, TypeVariable) else UNKNOWN


def _is_pair(parts: Sequence[object]) -> bool:
    return len(parts) == 2  # noqa: PLR2004  # a pair is two


_Parts = Sequence[ast.expr]


def _form(project: Linker, name: str, parts: _Parts, scope: Scope) -> Value:
    """What a form of typing says with its arguments."""
    reader = _FORMS.get(name)
    return reader(project, parts, scope) if reader is not None else UNKNOWN


def _optional(project: Linker, parts: _Parts, scope: Scope) -> Value:
    return union([instance(project, parts[0], scope), NONE])


def _either(project: Linker, parts: _Parts, scope: Scope) -> Value:
    return union([instance(project, part, scope) for part in parts])


def _inner(project: Linker, parts: _Parts, scope: Scope) -> Value:
    return instance(project, parts[0], scope)


def _unpacked(project: Linker, parts: _Parts, scope: Scope) -> Value:
    """One of the arguments that `*args: Unpack[tuple[…]]` takes."""
    found = instance(project, parts[0], scope)
    if isinstance(found, Tuple):
        return union(list(found.items) or [UNKNOWN])
    is_of_any_length = isinstance(found, Instance) and found.symbol.name == "builtins.tuple" and found.args
    return found.args[0] if isinstance(found, Instance) and is_of_any_length else found


def _callable(project: Linker, parts: _Parts, scope: Scope) -> Value:
    if not _is_pair(parts):
        return CallableType(UNKNOWN)
    params = parts[0].elts if isinstance(parts[0], ast.List) else ()
    given = tuple(instance(project, part, scope) for part in params)
    return CallableType(instance(project, parts[1], scope), params=given)


def _literal(project: Linker, parts: _Parts, _scope: Scope) -> Value:
    if len(parts) > _MOST_LITERALS:
        found = [project.builtin(type(part.value).__name__) for part in parts if isinstance(part, ast.Constant)]
    else:
        found = [constant(project, part.value) for part in parts if isinstance(part, ast.Constant)]
    return union(found or [UNKNOWN])


def _type(project: Linker, parts: _Parts, scope: Scope) -> Value:
    found = [instance(project, parts[0], scope)]
    home = project.builtin("type")
    return _class(ClassObject(home.symbol), parts, found) if isinstance(home, Instance) else UNKNOWN


def _tuple(project: Linker, parts: _Parts, scope: Scope) -> Value:
    if _is_pair(parts) and isinstance(parts[1], ast.Constant):
        return project.builtin("tuple", instance(project, parts[0], scope))
    return Tuple([instance(project, part, scope) for part in parts])


def _guard(project: Linker, _parts: _Parts, _scope: Scope) -> Value:
    return project.builtin("bool")


_FORMS: dict[str, Callable[[Linker, _Parts, Scope], Value]] = {
    "Annotated": _inner,
    "Callable": _callable,
    "ClassVar": _inner,
    "Final": _inner,
    "Literal": _literal,
    "NotRequired": _inner,
    "Optional": _optional,
    "ReadOnly": _inner,
    "Required": _inner,
    "Tuple": _tuple,
    "Type": _type,
    "TypeGuard": _guard,
    "TypeIs": _guard,
    "Union": _either,
    "Unpack": _unpacked,
}


def base(project: Linker, node: ast.expr, scope: Scope) -> Value:
    """What a base class expression, or a subscripted class, stands for."""
    if isinstance(node, ast.Subscript):
        return _subscripted_base(project, node, scope)
    # NamedTuple("X", …) and with_metaclass(Meta, Base) give classes whose names can't be read.
    return UNKNOWN if isinstance(node, ast.Call) else _common(resolve(project, node, scope))


def _common(value: Value) -> Value:
    """Of several classes, as after a question for the version, the one that all the others are made of."""
    if not isinstance(value, Union):
        return value
    classes = [option for option in value.options if isinstance(option, ClassObject)]
    if len(classes) < len(value.options):
        return value
    return next((one for one in classes if all(other.symbol.is_subclass(one.symbol.name) for other in classes)), value)


def _subscripted_base(project: Linker, node: ast.Subscript, scope: Scope) -> Value:
    target = resolve(project, node.value, scope)
    parts = _parts(node)
    if isinstance(target, Form):
        if target.name in {"Generic", "Protocol"}:
            return GenericForm(target.name, [instance(project, part, scope) for part in parts])
        return _form(project, target.name, parts, scope)
    if isinstance(target, ClassObject):
        args = [instance(project, part, scope) for part in parts]
        return _filled(target, args) if target.args else ClassObject(target.symbol, tuple(args))
    return target if isinstance(target, Foreign) else UNKNOWN


def variables(value: Value) -> Iterator[str]:
    """The names of the type variables in a value, in order."""
    if isinstance(value, TypeVariable) and value.name != "Self":
        yield value.name
    for part in _inside(value):
        yield from variables(part)


def _inside(value: Value) -> Sequence[Value]:
    """The values that a value is made of."""
    if isinstance(value, Instance | ClassObject):
        return value.args
    if isinstance(value, Union):
        return value.options
    if isinstance(value, Tuple):
        return value.items
    return (*value.params, value.result) if isinstance(value, CallableType) else ()
