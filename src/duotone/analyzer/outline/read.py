"""Reads the outline of a module from its tree."""

from __future__ import annotations

import ast
import bisect
import functools
import math
import re
from collections.abc import Iterable, Iterator, Sequence

from duotone.analyzer.outline.awaited import Locals, settled
from duotone.analyzer.outline.binding import Bound, bound
from duotone.analyzer.outline.branches import ends_at_work, taken
from duotone.analyzer.outline.constants import Constants, set_elsewhere
from duotone.analyzer.outline.guards import guards
from duotone.analyzer.outline.promises import keeps_callable, says_nothing, yields
from duotone.analyzer.outline.records import Binding, Class, Function, Import, Outline, Param, Scope, Value
from duotone.analyzer.outline.text import Text
from duotone.analyzer.parsing.walking import walk

__all__ = ["Reader", "imports", "outline_of"]

# A pattern that begins with a word is looked for many times faster than one that begins with a boundary.
_AWAITED = re.compile(r"await(?<=\bawait)\s+(?:[\w.]*?\.)?(\w+)\(")
_GLOBAL = re.compile(r"^[ \t]+global[ \t]+([\w, ]+)", re.MULTILINE)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_PUTS = frozenset({"add", "append", "appendleft"})
_MOST_BINDINGS = 8
"""A name that is bound more often is hardly told better by the rest."""


def outline_of(tree: ast.Module, source: str, *, is_stub: bool = False) -> Outline:
    """Read what the module defines."""
    return Reader(tree, source, is_stub=is_stub).module()


class Reader:
    """Reads the definitions of one file."""

    def __init__(self, tree: ast.Module, source: str, *, is_stub: bool) -> None:
        self.text = Text(source)
        self.tree = tree
        self.source = source
        self.constants = Constants(tree)
        self.is_stub = is_stub

    @functools.cached_property
    def _yielding(self) -> list[int]:
        """The lines that have the word: most functions have none of them, and need no look at their nodes."""
        has_word = "yield" in self.source
        return [number for number, line in enumerate(self.text.lines, 1) if "yield" in line] if has_word else []

    @functools.cached_property
    def _switching(self) -> list[int]:
        """The lines that name a constant which is True or False."""
        names = self.constants.switches
        return [number for number, line in enumerate(self.text.lines, 1) if any(name in line for name in names)]

    def module(self) -> Outline:
        """Read the module as a whole."""
        names: Scope = {}
        stars: list[Import] = []
        self.scope(self.tree.body, names, stars)
        for found in _GLOBAL.findall(self.source) if "global" in self.source else ():
            for name in found.split(","):
                # What a function assigns to it can be anything.
                _add(names, name.strip(), Value("=", None, "...", 0))
        awaited = sorted({*_AWAITED.findall(self.source), *(f".{name}" for name in set_elsewhere(self.source))})
        exported = _exported(self.statements(self.tree.body)) if "__all__" in self.source else None
        return Outline(names, stars, awaited, exported)

    def scope(self, body: Sequence[ast.stmt], names: Scope, stars: list[Import]) -> None:
        """Gather what the statements of a module or a class bind."""
        for statement in self.statements(body):
            if isinstance(statement, _FUNCTIONS):
                _add(names, statement.name, self.function(statement))
            elif isinstance(statement, ast.ClassDef):
                _add(names, statement.name, self.class_(statement))
            elif isinstance(statement, ast.Import | ast.ImportFrom):
                for name, binding in imports(statement):
                    if binding.name == "*":
                        stars.append(binding)
                    else:
                        _add(names, name, binding)
            else:
                for one in bound(statement):
                    _add(names, one.name, self._value(one))

    def statements(self, body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
        """Every statement of this scope, those in branches included, in order of source."""
        for statement in body:
            yield statement
            for part in taken(statement, self.constants):
                yield from self.statements(part)

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Function:
        """Read a function."""
        is_generator = self._is_generator(node)
        results: list[str] = []
        bindings: Scope = {}
        tests: dict[str, str] | None = None
        is_declared = not says_nothing(node)
        if not self.is_stub and (not is_declared or keeps_callable(node)):
            results, bindings, tests = self._results(node, is_generator=is_generator)
        return Function(
            node.name,
            node.lineno,
            type(node) is ast.AsyncFunctionDef,
            is_generator,
            _is_stub_body(node.body),
            [text for item in node.decorator_list if (text := self.text.of(item))],
            self._params(node.args),
            self.text.of(node.returns),
            results,
            bindings,
            self._type_params(node),
            bool(self.constants.switches) and _is_within(node, self._switching),
            tests,
            is_declared and bool(results),
        )

    def _is_generator(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
        return _is_within(node, self._yielding) and any(map(yields, node.body))

    def _params(self, args: ast.arguments) -> list[Param]:
        of = self.text.of
        positional = [*args.posonlyargs, *args.args]
        defaults: list[ast.expr | None] = [None] * (len(positional) - len(args.defaults)) + list(args.defaults)
        only = len(args.posonlyargs)
        params = [
            Param(arg.arg, "/" if index < only else "", of(arg.annotation), of(default))
            for index, (arg, default) in enumerate(zip(positional, defaults, strict=True))
        ]
        if args.vararg:
            params.append(Param(args.vararg.arg, "*", of(args.vararg.annotation), None))
        params += [
            Param(arg.arg, "k", of(arg.annotation), of(default))
            for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True)
        ]
        if args.kwarg:
            params.append(Param(args.kwarg.arg, "**", of(args.kwarg.annotation), None))
        return params

    def _type_params(self, node: ast.AST) -> list[tuple[str, str | None]]:
        return [(item.name, self._bound(getattr(item, "bound", None))) for item in getattr(node, "type_params", ())]

    def _bound(self, node: ast.expr | None) -> str | None:
        """The bound of a type parameter; its constraints are written as a union, of which it is one."""
        if not isinstance(node, ast.Tuple):
            return self.text.of(node)
        return " | ".join(text for part in node.elts if (text := self.text.of(part)))

    def _results(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef, *, is_generator: bool
    ) -> tuple[list[str], Scope, dict[str, str] | None]:
        """What a function without annotation returns, or yields, the local names that this needs, and when it does."""
        returned: list[ast.expr] = []
        local: dict[str, list[Bound]] = {}
        inner: Scope = {}
        for statement in self.statements(node.body):
            value = _yielded(statement) if is_generator else _returned(statement)
            if value is not None:
                returned.append(value)
            elif not self._bind_inside(statement, inner):
                for one in bound(statement):
                    local.setdefault(one.name, []).append(one)
        if returned and type(node) is ast.FunctionDef and not is_generator and ends_at_work(node.body):
            returned.append(_nothing())
        returned, names = settled(node, returned, local)
        results = ["None" if _is_none(value) else self.text.of(value) or "..." for value in returned]
        found = list(dict.fromkeys(results))
        is_told_apart = len(found) > 1 and not is_generator
        return found, self.needed(returned, names, inner), self._guards(node) if is_told_apart else None

    def _bind_inside(self, statement: ast.stmt, inner: Scope) -> bool:
        """Take in what a statement of a body defines or imports, and say whether it is one that does."""
        if isinstance(statement, _FUNCTIONS):
            _add(inner, statement.name, self.function(statement))
        elif isinstance(statement, ast.ClassDef):
            _add(inner, statement.name, self.class_(statement))
        elif isinstance(statement, ast.Import | ast.ImportFrom):
            for name, binding in imports(statement):
                _add(inner, name, binding)
        else:
            return False
        return True

    def _guards(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> dict[str, str] | None:
        """The tests of parameters that must hold for some of the results of a function."""
        found = guards(node, self.constants)
        texts = {text: test for one, test in found.items() if (text := self.text.of(one.value)) is not None}
        often = [self.text.of(one.value) for one in self.statements(node.body) if isinstance(one, ast.Return)]
        return {text: test for text, test in texts.items() if often.count(text) == 1} or None

    def needed(self, roots: Iterable[ast.expr], local: Locals, inner: Scope) -> Scope:
        """The local bindings that the expressions refer to, directly or through one another."""
        found: Scope = {}
        waiting = [*roots]
        while waiting:
            for name in _names(waiting.pop()):
                if name in found:
                    continue
                if name in inner:
                    found[name] = list(inner[name])
                    continue
                for one in local.get(name, ()):
                    _add(found, name, self._value(one))
                    if one.value is not None and one.annotation is None:
                        waiting.append(one.value)
        return found

    def _value(self, one: Bound) -> Value:
        return Value(one.how, self.text.of(one.annotation), self.text.of(one.value), one.line)

    def class_(self, node: ast.ClassDef) -> Class:
        """Read a class with its methods."""
        names: Scope = {}
        self.scope(node.body, names, [])
        attributes: dict[str, list[Value]] = {}
        if not self.is_stub:
            for statement in self.statements(node.body):
                if isinstance(statement, _FUNCTIONS) and statement.args.args:
                    imported = self._attributes(statement, attributes)
                    for one in names[statement.name] if imported else ():
                        if isinstance(one, Function):
                            one.bindings.update(imported)
        of = self.text.of
        return Class(
            node.name,
            node.lineno,
            [text for item in node.bases if (text := of(item))],
            [(word.arg, text) for word in node.keywords if word.arg and (text := of(word.value))],
            [text for item in node.decorator_list if (text := of(item))],
            names,
            attributes,
            self._type_params(node),
        )

    def _attributes(self, method: ast.FunctionDef | ast.AsyncFunctionDef, attributes: dict[str, list[Value]]) -> Scope:
        """Gather `self.name = value` of one method; local names that a value needs are kept with a dotted name.

        What is put into such a container is kept under its name with brackets.
        What such a value needs of the imports of the method is given back.
        """
        me = method.args.args[0].arg
        local: dict[str, list[Bound]] = {}
        imported: Scope = {}
        values: list[ast.expr] = []
        for statement in self.statements(method.body):
            if isinstance(statement, ast.Import | ast.ImportFrom):
                for name, binding in imports(statement):
                    _add(imported, name, binding)
                continue
            for one in bound(statement):
                local.setdefault(one.name, []).append(one)
            for name, annotation, value in _assigned_attributes(statement, me):
                kept = attributes.setdefault(name, [])
                if len(kept) < _MOST_BINDINGS:
                    kept.append(
                        Value("=", self.text.of(annotation), self.text.of(value), statement.lineno, method.name)
                    )
                if value is not None and annotation is None:
                    values.append(value)
        params = {arg.arg for arg in [*method.args.args, *method.args.kwonlyargs]}
        needed = self.needed(values, {k: v for k, v in local.items() if k not in params}, imported)
        for name, bindings in needed.items():
            if name not in imported:
                attributes.setdefault(f"{method.name}.{name}", []).extend(
                    binding for binding in bindings if isinstance(binding, Value)
                )
        return {name: bindings for name, bindings in needed.items() if name in imported}


def _is_within(node: ast.FunctionDef | ast.AsyncFunctionDef, lines: Sequence[int]) -> bool:
    """Tell whether one of some lines is in a function."""
    first = bisect.bisect_left(lines, node.lineno)
    return first < len(lines) and lines[first] <= (node.end_lineno or math.inf)


def _add(names: Scope, name: str, binding: Binding) -> None:
    bindings = names.setdefault(name, [])
    if len(bindings) < _MOST_BINDINGS:
        bindings.append(binding)


def imports(statement: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, Import]]:
    """The names that an import statement binds, each with what it is bound to."""
    if isinstance(statement, ast.ImportFrom):
        for alias in statement.names:
            yield alias.asname or alias.name, Import(statement.module or "", alias.name, statement.level)
        return
    for alias in statement.names:
        if alias.asname:
            yield alias.asname, Import(alias.name, "", 0)
        else:
            yield alias.name.partition(".")[0], Import(alias.name.partition(".")[0], "", 0)


def _assigned_attributes(statement: ast.stmt, me: str) -> Iterator[tuple[str, ast.expr | None, ast.expr | None]]:
    targets: Sequence[ast.expr] = ()
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    for target in targets:
        if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == me:
            yield target.attr, getattr(statement, "annotation", None), getattr(statement, "value", None)
    container, value = _put(statement)
    if isinstance(container, ast.Attribute) and isinstance(container.value, ast.Name) and container.value.id == me:
        yield f"{container.attr}[]", None, value


def _put(statement: ast.stmt) -> tuple[ast.expr | None, ast.expr | None]:
    """The container and the element of `container[key] = element` and `container.append(element)`.

    What has a key that is written down is one of its kind, and tells nothing of the others.
    """
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Subscript):
        target = statement.targets[0]
        return target.value, target.slice if isinstance(target.slice, ast.Constant) else statement.value
    call = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in _PUTS:
        return call.func.value, call.args[0] if len(call.args) == 1 else None
    return None, None


def _names(node: ast.expr) -> Iterator[str]:
    for part in walk(node):
        if isinstance(part, ast.Name):
            yield part.id


def _yielded(statement: ast.stmt) -> ast.expr | None:
    """The value of a `yield` that stands on its own or is assigned."""
    value = statement.value if isinstance(statement, ast.Expr | ast.Assign) else None
    return value.value if isinstance(value, ast.Yield) else None


def _returned(statement: ast.stmt) -> ast.expr | None:
    """The value of a `return`, which is `None` where none is written."""
    return (statement.value or _nothing()) if isinstance(statement, ast.Return) else None


def _nothing() -> ast.Constant:
    return ast.Constant(None, lineno=1, col_offset=0)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_stub_body(body: Sequence[ast.stmt]) -> bool:
    """A body that promises and does nothing: a docstring, `...`, `pass`, or raise NotImplementedError."""
    for statement in body:
        if isinstance(statement, ast.Pass) or (
            isinstance(statement, ast.Return) and (statement.value is None or _is_none(statement.value))
        ):
            continue
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue
        if isinstance(statement, ast.Raise) and statement.exc is not None:
            error = statement.exc.func if isinstance(statement.exc, ast.Call) else statement.exc
            if isinstance(error, ast.Name) and error.id == "NotImplementedError":
                continue
        return False
    return True


def _exported(body: Iterable[ast.stmt]) -> list[str] | None:
    """The literal strings of `__all__`, with a star where others are added to them, or None without one."""
    found: list[str] | None = None
    for statement in body:
        values = [*_exports(statement)]
        if values:
            parts = [part for value in values for part in walk(value)]
            words = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
            is_open = any(isinstance(part, ast.Name) for part in parts)
            found = [*(found or ()), *words, *("*" if is_open else "")]
    return found


def _exports(statement: ast.stmt) -> Iterable[ast.expr]:
    """What a statement makes `__all__` of, or adds to it."""
    match statement:
        case ast.Assign(targets=targets, value=value) if any(map(_is_all, targets)):
            return [value]
        case ast.AnnAssign(target=target, value=value) | ast.AugAssign(target=target, value=value) if _is_all(target):
            return [value] if value is not None else ()
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=target), args=values)) if _is_all(target):
            return values
        case _:
            return ()


def _is_all(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and target.id == "__all__"
