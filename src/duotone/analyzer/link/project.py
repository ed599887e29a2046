"""The linked project: finds modules, binds names to values, and remembers which module asked which."""

from __future__ import annotations

import os
import re
import typing
from collections.abc import Collection, Iterator, Mapping, Sequence

from duotone.analyzer.link import attributes, calls, declarations, decorators, operations, resolution
from duotone.analyzer.link.expressions import Expressions
from duotone.analyzer.link.named import Named, absolute
from duotone.analyzer.link.nodes import parsed
from duotone.analyzer.link.scopes import FunctionScope
from duotone.analyzer.link.symbols import ClassSymbol, Found, FunctionSymbol, Lineage, ModuleSymbol, Scope
from duotone.analyzer.link.traces import STUB, Traces
from duotone.analyzer.link.unify import is_protocol
from duotone.analyzer.link.values import (
    NONE,
    UNKNOWN,
    Alias,
    ClassObject,
    Constant,
    Descriptor,
    Foreign,
    FunctionObject,
    Instance,
    ModuleObject,
    NoneObject,
    Value,
    union,
)
from duotone.analyzer.outline import Binding, Class, Function, Import, Outline
from duotone.analyzer.outline import Value as Bound
from duotone.analyzer.outline.constants import is_constant_name

__all__ = ["Finder", "Project"]


_DEEPEST = 40
"""Expressions that lead to one another so often lead nowhere."""
_MAKER = re.compile(r"((?:\w+\.)*_*[A-Z]\w*)\(")
"""An expression that makes an object of a class."""
_TURNS_OFF = re.compile(r"lambda\b[^:]*: *None$")
"""What does nothing in the place of a method, which so ends, and is meant to be called until then."""
_PLACEHOLDERS = frozenset({"builtins.bool", "builtins.float", "builtins.int", "builtins.str"})


class Finder(typing.Protocol):
    """Where modules come from."""

    def find(self, name: str) -> Found | None:
        """The module of a dotted name; None where there is none."""
        ...

    def stub(self, name: str, path: str) -> Found | None:
        """The stub beside a module; None where there is none."""
        ...

    def meant(self, name: str, near: str) -> str | None:
        """The dotted name by which everybody knows the module that a file, `near`, imports as `name`.

        None where nobody but the file itself has that name.
        """
        ...


class Project:
    """Everything that can be known of the code without its bodies."""

    def __init__(self, finder: Finder, methods: Mapping[str, Named], awaited: Collection[str]) -> None:
        self.finder = finder
        self.methods = methods
        self.awaited_names = awaited
        self.depth = 0
        self.followed = 0
        """So many calls have been followed with what they are given, for the sake of one."""
        self.traces = Traces()
        self.touch = self.traces.touch
        self._modules: dict[str, ModuleSymbol | None] = {}
        self._stubs: dict[str, ModuleSymbol | None] = {}
        self._meant: dict[tuple[str, str], str | None] = {}
        self._builtins: dict[str, Value] = {}

    # Modules, and who asked them.

    def module(self, name: str) -> ModuleSymbol | None:
        """The module of this dotted name."""
        try:
            found = self._modules[name]
        except KeyError:
            row = self.finder.find(name)
            found = None
            if row is not None:
                found = self._modules.get(row.name)
                if found is None or found.path != row.path:
                    found = ModuleSymbol(self, row)
                    self._modules[row.name] = found
            self._modules[name] = found
        self.touch(name)
        return found

    def stub(self, module: ModuleSymbol) -> ModuleSymbol | None:
        """The stub beside a module of the project, which tells what the module makes while it is imported."""
        if module.path not in self._stubs:
            row = self.finder.stub(module.name, module.path)
            self._stubs[module.path] = ModuleSymbol(self, row) if row is not None else None
        self.touch(f"{module.name}{STUB}")
        return self._stubs[module.path]

    def homes(self, name: str) -> Sequence[str]:
        """The modules of the project that define a class or an async function of this name."""
        found: list[str] = []
        for key in (f"class {name}", f"function {name}"):
            self.touch(f"#{key}")
            found += self.methods[key].modules if key in self.methods else ()
        return found

    def seen_from(self, importer: ModuleSymbol, name: str) -> ModuleSymbol | None:
        """The module that an import means where it stands: several parts of a project may have one of this name."""
        if importer.kind != "project":
            return self.module(name)
        directory, file = os.path.split(importer.path)
        key = (importer.path if file.partition(".")[0] == name else directory, name)
        for part in name.split("."):
            self.touch(f"%{part}")
        if key not in self._meant:
            self._meant[key] = self.finder.meant(name, importer.path)
        meant = self._meant[key]
        return self.module(meant) if meant is not None else None

    def file(self, name: str, path: str, outline: Outline, *, is_package: bool) -> ModuleSymbol:
        """A file whose name leads elsewhere, or nowhere, as a module of its own."""
        return ModuleSymbol(self, Found(name, path, "project", is_package, outline))

    def enter(self, node: str) -> set[str] | None:
        """Work on behalf of a node of the traces; gives what `leave` needs."""
        self.depth += 1
        return self.traces.enter(node)

    def leave(self, previous: set[str] | None) -> None:
        """End what `enter` began."""
        self.traces.leave(previous)
        self.depth -= 1

    @property
    def builtins(self) -> ModuleSymbol | None:
        """The module of builtins."""
        return self.module("builtins")

    def builtin(self, name: str, *args: Value) -> Value:
        """An instance of a builtin class."""
        found = self._builtins.get(name)
        if found is None:
            module = self.builtins
            found = (module.own(name) if module else None) or UNKNOWN
            self._builtins[name] = found
        return Instance(found.symbol, args) if isinstance(found, ClassObject) else UNKNOWN

    def named(self, module: str, name: str, *args: Value) -> Value:
        """An instance of a class by its module and name."""
        found = self.module(module)
        value = found.own(name) if found is not None else None
        return Instance(value.symbol, args) if isinstance(value, ClassObject) else UNKNOWN

    def imported(self, importer: ModuleSymbol, binding: Import) -> Value:
        """What an import statement binds."""
        target = absolute(importer, binding)
        if target is None:
            return UNKNOWN
        if not binding.name:
            module = self.seen_from(importer, target)
            return ModuleObject(module) if module else Foreign(target)
        module = self.seen_from(importer, target)
        if module is None:
            child = self.seen_from(importer, f"{target}.{binding.name}") if target else None
            return ModuleObject(child) if child else Foreign(f"{target}.{binding.name}")
        found = module.own(binding.name) if module is not importer or not module.is_package else None
        if found is None or found is UNKNOWN:
            child = self.seen_from(importer, f"{target}.{binding.name}")
            if child is not None:
                return ModuleObject(child)
        if found is None:
            # A project's module without the name may still make it at run time; a library's may be compiled, and a
            # namespace package has other parts elsewhere. What a bare package lacks is a module that is yet to be made.
            is_open = module.kind == "project" and module.path and not resolution.lacks_modules(module)
            return UNKNOWN if is_open else Foreign(f"{target}.{binding.name}")
        return found

    # What names are bound to.

    def bound(
        self,
        bindings: Sequence[Binding],
        scope: Scope,
        qualname: str,
        module: ModuleSymbol,
        owner: ClassSymbol | None = None,
    ) -> Value:
        """One value for everything that a name is bound to."""
        values: list[Value] = []
        overloads: list[FunctionSymbol] = []
        for binding in bindings:
            if isinstance(binding, Function):
                value = self._function(binding, scope, qualname, owner, overloads)
                if value is not None:
                    values.append(value)
            elif isinstance(binding, Class):
                values.append(ClassObject(ClassSymbol(binding, qualname, scope)))
            elif isinstance(binding, Import):
                values.append(self.imported(module, binding))
            elif (
                binding.annotation is not None
                and binding.annotation.endswith("TypeAlias")
                and binding.source is not None
            ):
                node = parsed(binding.source)
                return Alias(node, scope) if node is not None else UNKNOWN
            elif binding.annotation is not None and binding.annotation not in {"Final", "typing.Final"}:
                return self.annotation(binding.annotation, scope)
            elif binding.source is not None:
                values.append(self.value_of(binding, scope))
        if overloads and not values:
            last = overloads[-1]
            last.overloads = tuple(overloads)
            return decorators.decorated(self, FunctionObject(last), last, skip_overload=True)
        return union(values) if values else UNKNOWN

    def _function(
        self, outline: Function, scope: Scope, qualname: str, owner: ClassSymbol | None, overloads: list[FunctionSymbol]
    ) -> Value | None:
        texts = outline.decorators
        if any(text.endswith((".setter", ".deleter", ".getter")) for text in texts):
            return None
        symbol = FunctionSymbol(outline, qualname, scope, owner)
        if "overload" in texts or "typing.overload" in texts or "t.overload" in texts:
            overloads.append(symbol)
            return None
        symbol.overloads = tuple(overloads)
        return decorators.decorated(self, FunctionObject(symbol), symbol)

    def value_of(self, binding: Bound, scope: Scope) -> Value:
        """What an assignment, a loop or a `with` binds."""
        if binding.source is None:
            return UNKNOWN
        value = self.infer(binding.source, scope)
        how = binding.how
        if how == "=":
            return value
        if how.startswith("async for"):
            value = operations.async_item(self, value)
        elif how.startswith("for"):
            value = operations.item(self, value)
        elif how.startswith("async with"):
            value = operations.entered(self, value, is_async=True)
        elif how.startswith("with"):
            value = operations.entered(self, value, is_async=False)
        index = how.rpartition(" ")[2]
        return operations.element(self, value, int(index)) if index.isdigit() else value

    def only_class(self, name: str) -> Value:
        """The one class of the project that is called so, if there is no other."""
        self.touch(f"#class {name}")
        named = self.methods.get(f"class {name}")
        module = self.module(named.modules[0]) if named is not None and named.asynchronous == 1 else None
        return (module.own(name) if module is not None else None) or UNKNOWN

    def only_holder(self, name: str) -> Value:
        """What the one class of the project has in an attribute of a name that makes an object for it.

        Others may have the same object under that name, from wherever they got it.
        """
        self.touch(f"#attribute {name}")
        named = self.methods.get(f"attribute {name}")
        module = self.module(named.modules[0]) if named is not None and named.asynchronous == 1 else None
        if module is None:
            return UNKNOWN
        holders = (
            outer
            for outer, bindings in module.outline.names.items()
            if any(isinstance(one, Class) and name in one.attributes for one in bindings)
        )
        found = module.own(next(holders, "")) or UNKNOWN
        held = self.attribute(Instance(found.symbol), name) if isinstance(found, ClassObject) else UNKNOWN
        return held if isinstance(held, Instance) and held.symbol.module.kind == "project" else UNKNOWN

    def has_private(self, name: str) -> bool:
        """Tell whether any class of the project has something under a private name."""
        self.touch(f"#private {name}")
        return f"private {name}" in self.methods

    def class_attribute(self, symbol: ClassSymbol, name: str) -> Value | None:
        """What a class and its methods bind under a name, before it is taken from an instance."""
        bindings = symbol.outline.names.get(name, ())
        assigned = symbol.outline.attributes.get(name, ())
        if not bindings and not assigned:
            return None
        declared = [one for one in (*bindings, *assigned) if isinstance(one, Bound) and one.annotation]
        for binding in declared:
            if binding.annotation not in {"ClassVar", "Final", "typing.Final", "typing.ClassVar"}:
                return _as_it_is(self._declared(typing.cast("str", binding.annotation), binding, symbol))
        values: list[Value] = []
        if bindings:
            value = self.bound(bindings, symbol, f"{symbol.name}.{name}", symbol.module, symbol)
            is_rewritten = isinstance(value, Instance) and resolution.is_rewritten(value, symbol)
            values.append(UNKNOWN if is_rewritten else value)
            if symbol.is_subclass("enum.Enum") and isinstance(bindings[0], Bound):
                return Instance(symbol)
        is_method = any(isinstance(one, Function) for one in bindings)
        kept = [one for one in assigned if not (is_method and _TURNS_OFF.match(one.source or ""))]
        values += [_as_it_is(self._assigned(symbol, binding)) for binding in kept]
        found = union(_told(values))
        put = symbol.outline.attributes.get(f"{name}[]", ())
        return operations.filled(found, [self._assigned(symbol, binding) for binding in put]) if put else found

    def _declared(self, annotation: str, binding: Bound, symbol: ClassSymbol) -> Value:
        """What an attribute is declared to be, unless it is made of another class of the project on the same line."""
        declared = self.annotation(annotation, symbol)
        maker = _MAKER.match(binding.source or "")
        if maker is None or maker[1] == annotation or not isinstance(declared, Instance):
            return declared
        made = self.infer(maker[1], symbol)
        if not isinstance(made, ClassObject) or {made.symbol.module.kind, declared.symbol.module.kind} != {"project"}:
            return declared
        is_close = made.symbol.has_unknown_base or is_protocol(declared.symbol)
        return declared if is_close or made.symbol.is_subclass(declared.symbol.name) else Instance(made.symbol)

    def _assigned(self, symbol: ClassSymbol, binding: Bound) -> Value:
        for method in symbol.outline.names.get(binding.method, ()):
            if isinstance(method, Function):
                function = FunctionSymbol(method, f"{symbol.name}.{method.name}", symbol, symbol)
                return self.value_of(binding, FunctionScope(self, function, Instance(symbol), attributes_of=symbol))
        return UNKNOWN

    # Expressions and annotations, from text.

    def infer(self, text: str, scope: Scope) -> Value:
        """The value of an expression in a scope."""
        node = parsed(text)
        if node is None or self.depth > _DEEPEST:
            return UNKNOWN
        self.depth += 1
        try:
            return Expressions(self, scope).of(node)
        finally:
            self.depth -= 1

    def annotation(self, text: str, scope: Scope) -> Value:
        """An instance of what an annotation says."""
        home = scope.scope if isinstance(scope, FunctionSymbol) and not scope.params else scope
        if not isinstance(home, ModuleSymbol | ClassSymbol | FunctionSymbol):
            return self._annotation(text, scope) or UNKNOWN
        found = home.annotations.get(text)
        if found is None:
            value, asked = self._asking(text, scope)
            found = value or UNKNOWN, frozenset(asked)
            if value is not None:
                home.annotations[text] = found
        if self.traces.current is not None:
            self.traces.current |= found[1]
        return found[0]

    def _asking(self, text: str, scope: Scope) -> tuple[Value | None, set[str]]:
        """An annotation, and what had to be asked for it."""
        outer, asked = self.traces.current, set[str]()
        self.traces.current = asked
        try:
            return self._annotation(text, scope), asked
        finally:
            self.traces.current = outer

    def _annotation(self, text: str, scope: Scope) -> Value | None:
        """The same, or None where it is too deep to say, which holds for one asker and not for others."""
        node = parsed(text)
        if node is None or self.depth > _DEEPEST:
            return None
        self.depth += 1
        try:
            return declarations.instance(self, node, scope)
        finally:
            self.depth -= 1

    def base(self, text: str, scope: Scope) -> Value:
        """What a base expression stands for: a class with its arguments, a form, or unknown."""
        node = parsed(text)
        if node is None or self.depth > _DEEPEST:
            return UNKNOWN
        self.depth += 1
        try:
            return declarations.base(self, node, scope)
        finally:
            self.depth -= 1

    def own(self, module: ModuleSymbol, name: str) -> Value | None:
        """What a module binds under a name, when it is asked for the first time; a constant may be set elsewhere."""
        found = resolution.own(self, module, name)
        if not isinstance(found, Constant | NoneObject) or not is_constant_name(name):
            return found
        self.touch(f"!.{name}")
        if f".{name}" not in self.awaited_names:
            return found
        return Instance(found.symbol) if isinstance(found, Constant) else union([found, UNKNOWN])

    def lineage(self, symbol: ClassSymbol) -> Lineage:
        """A class and its bases, in the order of resolution."""
        return resolution.lineage(symbol)

    def has_unknown_base(self, symbol: ClassSymbol) -> bool:
        """Tell whether some base of a class can't be read."""
        return resolution.has_unknown_base(symbol)

    def type_params(self, symbol: ClassSymbol) -> Iterator[str]:
        """The type variables in the bases of a class; those of Generic and Protocol come first."""
        bases = list(symbol.bases())
        first = [base for base in bases if isinstance(base, declarations.GenericForm)]
        seen: dict[str, None] = {}
        for base in first or bases:
            for arg in getattr(base, "args", ()):
                for name in declarations.variables(arg):
                    seen.setdefault(name)
        return iter(seen)

    # What can be done with a value; the work is in modules of their own.

    def attribute(self, value: Value, name: str) -> Value:
        """What `value.name` stands for."""
        return attributes.attribute(self, value, name)

    def call(self, function: Value, args: Sequence[Value] = (), keywords: Mapping[str, Value] | None = None) -> Value:
        """What calling a value gives."""
        return calls.call(self, function, args, keywords or {})

    def expected(
        self, function: Value, args: Sequence[Value], keywords: Mapping[str, Value], given: Value
    ) -> tuple[Value, ...]:
        """What a callee calls one of its arguments with."""
        return calls.expected(self, function, args, keywords, given)

    def awaited(self, value: Value) -> Value:
        """What awaiting a value gives."""
        return operations.awaited(self, value)


def _told(values: Sequence[Value]) -> Sequence[Value]:
    """What an attribute is known to be; None, or a number beside what can't be read, only holds the place of that."""
    known = [value for value in values if value is not UNKNOWN]
    if all(value is NONE for value in known):
        return [*known, UNKNOWN]
    return values if all(map(_holds_place, known)) else known


def _holds_place(value: Value) -> bool:
    """Tell whether a value is None, a number, a text, True or False."""
    return value is NONE or (isinstance(value, Instance) and value.symbol.name in _PLACEHOLDERS)


def _as_it_is(value: Value) -> Value:
    """Functions that were assigned to an instance are taken without being bound to it."""
    if isinstance(value, FunctionObject):
        return Descriptor("value", value)
    return value
