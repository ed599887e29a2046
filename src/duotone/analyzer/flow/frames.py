"""What is known while a body is run: the values of names, and what happens to each value that is used."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from duotone.analyzer.flow import known
from duotone.analyzer.flow.elements import CONTAINERS
from duotone.analyzer.flow.sites import AWAITED, Hiding, Site, Use
from duotone.analyzer.flow.values import sites_in, sure
from duotone.analyzer.flow.watching import Watcher
from duotone.analyzer.link.attributes import find
from duotone.analyzer.link.choosing import literal
from duotone.analyzer.link.displays import Comprehension
from duotone.analyzer.link.expressions import Expressions
from duotone.analyzer.link.nodes import Node, awaits, pattern
from duotone.analyzer.link.scopes import is_defined_later
from duotone.analyzer.link.symbols import ClassSymbol, FunctionSymbol, Scope
from duotone.analyzer.link.values import (
    NONE,
    UNKNOWN,
    CallableType,
    ClassObject,
    Coroutine,
    Foreign,
    FunctionObject,
    Instance,
    ModuleObject,
    TypeVariable,
    Union,
    Unknown,
    Value,
    options,
    union,
)
from duotone.analyzer.outline import constants
from duotone.analyzer.parsing.walking import walk

__all__ = ["TOLD", "Env", "Frame"]

Env = dict[str, Value]
TOLD = "?"
"""Before a chain of names: what a test has told of it, and nobody has assigned."""

# A container that is printed, returned or passed on takes what is in it along.
_DEEP = frozenset({"discard", "text"})
_MOST_VALUES = 12
"""So many values of a name are remembered for the functions within."""
_PUBLIC = "[!_]*"


class Frame(Expressions):
    """The names of a function, a class or a module while it is run, and the expressions in it."""

    def __init__(
        self, watcher: Watcher[Frame], scope: Scope, symbol: FunctionSymbol | None, outer: Frame | None = None
    ) -> None:
        super().__init__(watcher.project, self)
        self.watcher = watcher
        self.around = scope
        self.symbol = symbol
        self.outer = outer
        self.module = watcher.module
        self.env: Env = {}
        self.ever: dict[str, list[Value]] = {}
        # What the function defines further down is no name of the scopes around, not even before that.
        self.later: frozenset[str] = frozenset()
        self.declared: Env = {}
        self.bound: Value | None = None
        self.hiding: Hiding | None = None
        self.statement: ast.stmt | None = None
        self.sites: list[Site] = []
        self.suspends = False
        self.globals: set[str] = set()
        self.in_lambda = 0
        self.is_guarded = False
        self.is_expecting: bool = False
        self.tolerance = ""
        self.aware: set[str] = set()
        self.has_dotted = False
        self.is_open = False
        self.from_await: set[str] = set()
        self.entered: dict[str, str] = {}
        self.last_called: tuple[ast.Call, Value] | None = None

    def lookup(self, name: str) -> Value | None:
        """A local name, or one of a scope around."""
        found = self.env.get(name)
        if found is not None:
            return found
        if name in self.later and name not in self.globals:
            return UNKNOWN
        if self.outer is not None:
            return self.outer.seen(name)
        return self.beyond(name)

    def node_of(self, _name: str, /) -> str:
        """What a body defines lives no longer than the run of it, and belongs to the file."""
        return ""

    def seen(self, name: str) -> Value | None:
        """A name as a function within sees it: everything that it ever stood for."""
        if name in self.ever:
            return union(self.ever[name])
        if name in self.later and name not in self.globals:
            return UNKNOWN
        return self.outer.seen(name) if self.outer is not None else self.beyond(name)

    def beyond(self, name: str) -> Value | None:
        """A name of the scopes outside of all functions; the class around a method isn't one of them."""
        scope, line = self.around, self.statement.lineno if self.statement is not None else 0
        while isinstance(scope, ClassSymbol) and (self.symbol is not None or is_defined_later(scope, name, line)):
            scope = scope.scope
        return scope.lookup(name)

    def settled(self, name: str) -> constants.Literal | constants.Open:
        """The value of a constant of the module; local names may be bound again at any time."""
        if not constants.is_constant_name(name) or self.is_local(name):
            return constants.OPEN
        return literal(self.module.own(name))

    def is_local(self, name: str) -> bool:
        """Tell whether a function or a class, here or around, has bound a name."""
        is_inside = self.symbol is not None or self.around is not self.module
        return (is_inside and name in self.ever) or (self.outer is not None and self.outer.is_local(name))

    def left_out(self, node: ast.expr) -> None:
        """Note that what would be awaited where a constant turns it off still asks for an async function."""
        self.suspends = self.suspends or awaits(node)

    def assign(self, name: str, value: Value) -> None:
        """Bind a local name."""
        self.env[name] = value
        if self.has_dotted:
            for key in [key for key in self.env if key.startswith((f"{name}.", f"{TOLD}{name}."))]:
                del self.env[key]
        ever = self.ever.setdefault(name, [])
        if len(ever) < _MOST_VALUES or sites_in(value):
            ever.append(value)
        if name in self.entered and not isinstance(self.statement, ast.AsyncWith):
            self.entered[name] = ""
        if name in self.globals:
            self.escape(value, self.statement or ast.Pass())
        for site in sites_in(value):
            if name not in site.bound_to:
                site.bound_to.append(name)

    def keep(self, name: str, value: Value) -> None:
        """Remember what an attribute of a name was set to, for as long as the name stays the same."""
        if self.has_dotted:
            for key in [key for key in self.env if f"{key}.".startswith(f"{TOLD}{name}.")]:
                del self.env[key]
        if isinstance(value, Instance | FunctionObject | ClassObject | Coroutine):
            self.env[name] = value
            self.has_dotted = True
        elif self.has_dotted:
            self.env.pop(name, None)

    def name(self, node: ast.Name) -> Value:
        """The value of a name; functions that are read may be used as values."""
        value = self.scope.lookup(node.id) or UNKNOWN
        if isinstance(value, CallableType | FunctionObject | Union):
            self.watcher.loads(value, node)
        return value

    def attribute(self, node: ast.Attribute) -> Value:
        """The value of `owner.name`; coroutines that are kept in attributes are followed."""
        owner = self.of(node.value)
        self.use(owner, "attribute", node, AWAITED if node in self.watcher.awaited_methods else "")
        if isinstance(owner, Instance):
            self.watcher.reads(self, owner, node)
            # What is awaited is asked of no mapping, whatever the annotation of the object says.
            is_awaited = node in self.watcher.awaited_methods
            if node.attr in known.MAPPING and not is_awaited and self.is_from_await(node.value):
                self.watcher.lacking(owner, node, node.attr)
        value = self.kept(node) or self.project.attribute(owner, node.attr)
        if isinstance(value, Unknown | Union) and _is_unclear(value) and not _has(owner, node.attr):
            self.watcher.receivers[node] = owner
        if isinstance(value, CallableType | FunctionObject | Union):
            self.watcher.loads(value, node)
        if isinstance(value, Coroutine | Union):
            return self.watcher.taken(self, owner, node, value)
        return self.watcher.held(self, owner, node, value) if isinstance(value, Instance) and value.args else value

    def owner_of(self, node: ast.expr) -> Value:
        """What an attribute is taken from, through a chain of names; unknown for anything else."""
        owner = node.value if isinstance(node, ast.Attribute) else None
        if isinstance(owner, ast.Name):
            return self.lookup(owner.id) or UNKNOWN
        return self.project.attribute(self.owner_of(owner), owner.attr) if isinstance(owner, ast.Attribute) else UNKNOWN

    def kept(self, node: ast.Attribute) -> Value | None:
        """What an attribute of a name was set to, or found to be, where that is known."""
        text = known.chain(node) if self.has_dotted else ""
        return (self.env.get(text) or self.env.get(f"{TOLD}{text}")) if text else None

    def is_aware_of(self, node: ast.expr) -> bool:
        """Tell whether this function, or one around it, has asked a value for its color."""
        frame: Frame | None = self
        while frame is not None:
            if frame.aware and known.chain(node) in frame.aware - {""}:
                return True
            frame = frame.outer
        return False

    def is_from_await(self, node: ast.expr) -> bool:
        """Tell whether an expression is what an await gave, or a part of it."""
        while isinstance(node, ast.Attribute | ast.Subscript):
            node = node.value
        return isinstance(node, ast.Await) or (isinstance(node, ast.Name) and node.id in self.from_await)

    def note_entered(self, item: ast.withitem) -> None:
        """Remember under which name something is entered by `async with`; nothing where it stands for more."""
        if isinstance(item.optional_vars, ast.Name):
            name, text = item.optional_vars.id, ast.unparse(item.context_expr)
            is_same = self.entered.get(name) == text or name not in self.ever
            self.entered[name] = text if is_same else ""

    def note_await(self, target: ast.expr, source: ast.expr) -> None:
        """Remember the names of a target that what an await gave is bound to."""
        if self.is_from_await(source):
            self.from_await.update(part.id for part in walk(target) if isinstance(part, ast.Name))

    def note_put(self, target: ast.Subscript) -> None:
        """`name[key] = …`: who puts something under a key has a mapping there, whatever it is declared to be."""
        if isinstance(target.value, ast.Name) and _is_text(target.slice):
            self.from_await.discard(target.value.id)

    def indexed(self, owner: Value, node: ast.Subscript) -> None:
        """`owner[key]`: an object that an await gave may not be a mapping."""
        if _is_text(node.slice) and isinstance(owner, Instance) and self.is_from_await(node.value):
            self.watcher.lacking(owner, node, "__getitem__")

    def await_(self, node: ast.Await) -> Value:
        """The value of `await …`."""
        self.suspends = True
        self.watcher.awaiting.add(node.value)
        if isinstance(node.value, ast.Call):
            self.watcher.awaited_methods.add(node.value.func)
        value = self.of(node.value)
        self.use(value, "await", node)
        self.watcher.awaits(self, node, value)
        return self.watcher.came(self, node, value, self.project.awaited(value))

    def drawn(self, source: Value, node: ast.expr) -> Value:
        """What `async for` over a value gives."""
        return self.watcher.came(self, node, source, super().drawn(source, node))

    def use(self, value: Value, kind: str, node: Node, detail: str = "") -> None:
        """Record a use on every site that the value may come from."""
        found = sites_in(value, deep=kind in _DEEP)
        if found:
            # What is in a container is there whatever else is, unless it may be another thing itself.
            is_bare = bool(sites_in(value))
            for site in found:
                is_sure = sure(value, kind) if is_bare else not site.is_alternative
                site.uses.append(Use(kind, node, is_sure, detail))
        if not self.is_expecting:
            self.watcher.used(value, kind, node)

    def escape(self, value: Value, node: Node, detail: str = "") -> None:
        """Record that the value went out of sight."""
        for site in sites_in(value, deep=True):
            site.uses.append(Use("escape", node, detail=detail))

    def contained(self, value: Value, node: ast.expr) -> Value:  # noqa: ARG002  # as the hook has it
        """Note that what was made is in a container."""
        for site in sites_in(value):
            site.is_contained = True
        return value

    def leaving(self, value: Value, node: ast.expr) -> Value:
        """Note that the value of a lambda goes out of sight."""
        self.escape(value, node)
        return value

    def yielded(self, node: ast.Yield | ast.YieldFrom) -> Value:
        """The value of `yield …`, which suspends where it stands in an async function."""
        if isinstance(node, ast.YieldFrom) or (self.symbol is not None and self.symbol.outline.is_async):
            self.suspends = True
        if isinstance(node, ast.YieldFrom) or node.value is None:
            return super().yielded(node)
        value = self.of(node.value)
        if sites_in(value):
            self.use(value, "yield", node.value)
        else:
            self.watcher.misplaced(self, value, node.value)
            self.escape(value, node.value)
        return UNKNOWN

    def delegated(self, value: Value, node: ast.expr) -> None:
        """`yield from` iterates; a coroutine there may still be run, by whoever runs the generator."""
        self.watcher.used(value, "iterate", node)

    def taken_by_name(self, key: ast.expr, args: Sequence[Value]) -> Value:
        """Remember the names that `getattr` may ask for, and of which class where that is known."""
        asked, owner = pattern(key), args[0]
        is_own = isinstance(owner, Instance | ClassObject) and owner.symbol.module.kind == "project"
        if asked.strip("*") and "*" in asked:
            self.watcher.patterns.add(asked)
            if isinstance(owner, ModuleObject | Foreign):
                # A module that can't be found may be one of the project, by a path that is set when it runs.
                name = owner.module.name if isinstance(owner, ModuleObject) else owner.name
                self.watcher.patterns.add(f"in {name}:{asked}")
        if isinstance(owner, ClassObject) and is_own:
            # Who asks a class, and no object, is after its methods, wherever their names are listed.
            self.watcher.patterns.add(f"{owner.symbol.name}:{asked if asked.strip('*') else _PUBLIC}")
        if isinstance(owner, Instance) and is_own:
            names = [asked] if asked.strip("*") else self.watcher.quoted(owner.symbol)
            self.watcher.patterns.update(f"{owner.symbol.name}:{name}" for name in names)
        return super().taken_by_name(key, args)

    def lambda_(self, node: ast.Lambda, given: Sequence[Value] = ()) -> Value:
        """The value of a lambda; calls inside are not made here."""
        self.in_lambda += 1
        value = super().lambda_(node, given)
        self.in_lambda -= 1
        return value

    def comprehending(self, generators: Sequence[ast.comprehension]) -> Comprehension:
        """Note that a comprehension with `async for` suspends."""
        self.suspends = self.suspends or any(part.is_async for part in generators)
        for part in generators:
            self.note_await(part.target, part.iter)
        return super().comprehending(generators)

    def put(self, node: ast.expr, value: Value) -> bool:
        """Put a value into a container that a local name stands for; False where that can't be followed."""
        if not isinstance(node, ast.Name):
            return False
        container = self.env.get(node.id)
        if not isinstance(container, Instance) or container.symbol.name not in CONTAINERS or not sites_in(value):
            return False
        for site in sites_in(value):
            site.is_contained = True
        inner = container.args[-1] if container.args else UNKNOWN
        items = value if inner is UNKNOWN else union([inner, value])
        self.env[node.id] = Instance(container.symbol, (*container.args[:-1], items))
        self.ever.setdefault(node.id, []).append(self.env[node.id])
        return True

    def given(self, node: ast.Call, function: Value, args: Sequence[Value], keywords: dict[str, Value]) -> None:
        """Let arguments be followed."""
        self.watcher.given(self, node, function, args, keywords)

    def made(self, node: ast.Call, function: Value, result: Value) -> Value:
        """Let the result of a call be followed."""
        self.last_called = node, function
        return self.watcher.made(self, node, function, result)

    def dict_display(self, node: ast.Dict) -> Value:
        """The value of `{…: …}`; plain values tell what the others should be."""
        value = super().dict_display(node)
        self.watcher.displayed(node, value)
        return value

    def list_display(self, node: ast.List) -> Value:
        """The value of `[…]`; plain values tell what the others should be."""
        value = super().list_display(node)
        self.watcher.displayed(node, value)
        return value


def _is_text(key: ast.expr) -> bool:
    """Tell whether a key is written as text."""
    return isinstance(key, ast.Constant) and isinstance(key.value, str)


def _is_unclear(value: Value) -> bool:
    """Tell whether nothing is known of a value, or of one of its possibilities."""
    return any(isinstance(option, Unknown) for option in options(value))


def _is_borrowed(symbol: ClassSymbol, name: str) -> bool:
    """Tell whether all that objects have under a name is what another object has under the same."""
    if any(name in entry.outline.names for entry, _ in symbol.mro):
        return False
    kept = [one.source or "" for entry, _ in symbol.mro for one in entry.outline.attributes.get(name, ())]
    return bool(kept) and all(source.endswith(f".{name}") for source in kept)


def _has(owner: Value, name: str) -> bool:
    """Tell whether an object may well have an attribute, although nothing is known of it.

    What a class that can be read and its bases don't have comes from the classes of the project that are made of it.
    """
    if isinstance(owner, Union):
        return any(_has_another(option, name) for option in owner.options if option is not NONE)
    if isinstance(owner, TypeVariable):
        return owner.bound is None or _has(owner.bound, name)
    if isinstance(owner, Instance):
        symbol = owner.symbol
        is_told = symbol.module.kind in {"project", "library"} and not symbol.has_unknown_base
        names = ("__getattr__", "__getattribute__", *(() if _is_borrowed(symbol, name) else (name,)))
        found = (find(symbol, one) for one in names)
        # A class that names `object` as its base, as old code does, has no more than others.
        return not is_told or any(one is not None and one[2].name != "builtins.object" for one in found)
    # What was None in the beginning is something else by the time that attributes are taken of it.
    return not isinstance(owner, Unknown) and owner is not NONE


def _has_another(option: Value, name: str) -> bool:
    """Tell whether one of several possibilities may have something else than an async method of this name."""
    if isinstance(option, CallableType) or (isinstance(option, TypeVariable) and option.bound is None):
        return False
    if not isinstance(option, Instance):
        return _has(option, name)
    found = find(option.symbol, name)
    if found is not None:
        return not _is_async(found[0])
    # Whoever declares no more than `object` means something that has the attribute, and so does who gives `False` where
    # there is nothing: what has no such attribute isn't what is asked for it.
    return option.symbol.module.name != "builtins" and _has(option, name)


def _is_async(method: Value) -> bool:
    """Tell whether calling a method surely gives a coroutine, whatever its decorators have made of it."""
    if isinstance(method, CallableType):
        return isinstance(method.result, Coroutine) and not method.result.doubt
    return isinstance(method, FunctionObject) and not method.doubt and method.symbol.outline.is_async
