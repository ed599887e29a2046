"""One file while its bodies are run: runs the module, then every function in it, and binds what they define."""

from __future__ import annotations

import ast
import bisect
import functools
import math
from collections.abc import Iterator, Mapping, Sequence

from duotone.analyzer.flow import branches, known
from duotone.analyzer.flow.body import Body
from duotone.analyzer.flow.following import Following
from duotone.analyzer.flow.frames import Frame
from duotone.analyzer.flow.seen import Observation, Ran
from duotone.analyzer.link import decorators
from duotone.analyzer.link.project import Project
from duotone.analyzer.link.symbols import ClassSymbol, FunctionSymbol, ModuleSymbol, Scope
from duotone.analyzer.link.values import UNKNOWN, ClassObject, FunctionObject, Value, options
from duotone.analyzer.outline import Binding, Function
from duotone.analyzer.outline.read import imports
from duotone.analyzer.parsing.walking import walk

__all__ = ["File", "Observation", "Ran"]

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class File(Following):
    """One file, with its bodies."""

    def __init__(
        self, project: Project, module: ModuleSymbol, tree: ast.Module, source: str, unread: Sequence[int] = ()
    ) -> None:
        super().__init__(project, module, tree, source, unread)
        self.on_own_loops: set[str] = set()
        """Async functions that a framework runs on a loop for each request."""
        self.around_serving: set[str] = set()
        """Async functions that a framework runs while it serves no request."""
        self._bodies: list[Body] = []

    def run(self) -> None:
        """Run the module, then every function in it."""
        self._execute(self._body(self.module), self.tree, None)
        aside = self._body(self.module)
        for call in _metadata(self.tree) if "Annotated[" in self.source else ():
            aside.of(call)

    def let_go(self) -> None:
        """Take apart what was seen, whose circles would keep all of it until somebody looks for garbage."""
        for ran in self.ran:
            for seen in (ran.sites, ran.calls, ran.params, ran.observed, ran.returned):
                seen.clear()
        for body in self._bodies:
            vars(body).clear()
        vars(self).clear()

    def _body(self, scope: Scope, symbol: FunctionSymbol | None = None, outer: Frame | None = None) -> Body:
        body = Body(self, scope, symbol, outer)
        self._bodies.append(body)
        return body

    def _execute(self, body: Body, node: _Function | ast.Module, outer: Ran | None) -> None:
        symbol = body.symbol
        ran = Ran(node, symbol, outer)
        if isinstance(node, _FUNCTIONS) and node.decorator_list and symbol is not None:
            # What decorates a function is made where that is defined, before anything of it runs.
            self.decorated(self._body(symbol.scope, None, body.outer), node, symbol)
        previous, self.current = self.current, ran
        if isinstance(node, _FUNCTIONS) and symbol is not None:
            before = len(self.params)
            body.start(node, symbol)
            ran.params = self.params[before:]
        observed = len(self.observations)
        if not self._follow(body, node.body):
            ran.params = []
        elif self._is_broken(node):
            body.doubt()
            ran.params = []
            self.observations[observed:] = [one for one in self.observations[observed:] if not one.data.get("bound")]
        # What is never reached is not run, and yet asks for an async function if it awaits something.
        ran.suspends = body.suspends or (ran.is_async and branches.suspends(node.body))
        ran.is_open = body.is_open
        ran.sites = body.sites
        for site in body.sites:
            site.beside += [value for name in site.bound_to for value in body.ever.get(name, ())]
        ran.returned = body.returned
        self.ran.append(ran)
        self._inner(body, ran)
        self.current = previous

    def _follow(self, body: Body, statements: Sequence[ast.stmt]) -> bool:
        """Run all of a body; where some of it is nested too deeply, nothing is said of what the body makes."""
        known, observed = len(self.too_deep), len(self.observations)
        for statement in statements:
            try:
                if not body.run([statement]):
                    break
            except RecursionError:
                self.too_deep.append(statement)
        if len(self.too_deep) == known:
            return True
        body.give_up()
        del self.observations[observed:]
        return False

    def _is_broken(self, node: _Function | ast.Module) -> bool:
        """Tell whether something in a body could not be read; what is missing at its end counts too."""
        if isinstance(node, ast.Module) or not self.unread:
            return bool(self.unread)
        after = bisect.bisect(self._starts, node.end_lineno or node.lineno)
        end = self._starts[after] if after < len(self._starts) else math.inf
        return any(node.lineno <= line < end for line in self.unread)

    @functools.cached_property
    def _starts(self) -> list[int]:
        """The lines on which statements begin."""
        return sorted({node.lineno for node in walk(self.tree) if isinstance(node, ast.stmt)})

    def _inner(self, body: Body, ran: Ran) -> None:
        within = body if body.symbol is not None else None
        for node, symbol in body.inner:
            self._execute(self._body(symbol.scope, symbol, within), node, ran)
        for definition, owner in body.inner_classes:
            self._class(definition, owner, within, ran)

    def _class(self, node: ast.ClassDef, owner: ClassSymbol, within: Body | None, ran: Ran) -> None:
        self.classes.append((node, owner))
        inside = self._body(owner, None, within)
        outside = [one for one in node.body if not isinstance(one, (*_FUNCTIONS, ast.ClassDef))]
        self._follow(inside, outside)
        ran.sites += inside.sites
        for statement in self.reader.statements(node.body):
            if isinstance(statement, _FUNCTIONS):
                inside.defaults(statement)
                outline = _recorded(owner.outline.names, statement) or self.reader.function(statement)
                symbol = FunctionSymbol(outline, f"{owner.name}.{statement.name}", owner, owner)
                self._execute(self._body(owner, symbol, within), statement, ran if within else None)
            elif isinstance(statement, ast.ClassDef):
                self._class(statement, self._class_symbol(statement, owner, owner.name), within, ran)

    # What definitions and imports bind.

    def function(self, frame: Frame, node: _Function) -> tuple[Value, FunctionSymbol]:
        """The value and the symbol of a function that a body defines."""
        if frame.symbol is None and frame.outer is None:
            outline = _recorded(self.module.outline.names, node) or self.reader.function(node)
            symbol = FunctionSymbol(outline, f"{self.module.name}.{node.name}", self.module, None)
            value = self.module.own(node.name)
            return value or FunctionObject(symbol), symbol
        outline = self.reader.function(node)
        prefix = frame.symbol.name if frame.symbol is not None else self.module.name
        symbol = FunctionSymbol(outline, f"{prefix}.{node.name}", frame, None, frame.symbol)
        return decorators.decorated(self.project, FunctionObject(symbol), symbol), symbol

    def class_(self, frame: Frame, node: ast.ClassDef) -> ClassSymbol:
        """The symbol of a class that a body defines."""
        if frame.symbol is None and frame.outer is None:
            return self._class_symbol(node, self.module, self.module.name)
        prefix = frame.symbol.name if frame.symbol is not None else self.module.name
        return ClassSymbol(self.reader.class_(node), f"{prefix}.{node.name}", frame)

    def _class_symbol(self, node: ast.ClassDef, scope: Scope, prefix: str) -> ClassSymbol:
        value = scope.own(node.name) if isinstance(scope, ModuleSymbol) else scope.lookup(node.name)
        for option in options(value or UNKNOWN):
            if isinstance(option, ClassObject) and _is_from(option.symbol, self.module, node):
                return option.symbol
        return ClassSymbol(self.reader.class_(node), f"{prefix}.{node.name}", scope)

    def imports(self, node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, Value]]:
        """What an import statement inside a body binds."""
        for name, binding in imports(node):
            if binding.name != "*":
                yield name, self.project.imported(self.module, binding)

    def injected(self, default: str, scope: Scope) -> Value | None:
        """What a framework puts in the place of a default."""
        return known.injected(self.project, default, scope)

    def decorated(self, frame: Frame, node: _Function, symbol: FunctionSymbol) -> None:
        """Remember what decorates a function: a wrapper of the project, a cache, or a framework that uses threads.

        What stands above a framework gets what the framework gives, so it doesn't come between them.
        """
        takers: list[str] = []
        for part in node.decorator_list:
            value = frame.of(part)
            name = known.dotted(value) or known.dotted(frame.of(part.func) if isinstance(part, ast.Call) else value)
            if symbol.outline.is_async:
                decorator = frame.of(getattr(part, "func", part))
                if known.has_loop_for_each(decorator):
                    self.on_own_loops.add(symbol.name)
                elif known.runs_around_serving(decorator):
                    self.around_serving.add(symbol.name)
            if known.offloads_decorated(name):
                self.offloaded.add(symbol.name)
                takers.clear()
            if known.caches(name) and symbol.outline.is_async:
                self.functions_given.append((symbol, f"@{known.caches(name)}", part))
            elif taker := _taker(frame, part, value):
                takers.append(taker)
                if len(node.decorator_list) == 1:
                    self.functions_given.append((symbol, f"@{taker}", part))
        if takers and symbol.outline.is_async:
            self.takers[symbol.name] = takers


def _taker(frame: Frame, part: ast.expr, decorator: Value) -> str:
    """The parameter of the project's that gets what is decorated; "factory:()" where it is of what a factory makes."""
    if isinstance(decorator, FunctionObject) and _is_of_project(decorator) and decorator.symbol.outline.params:
        params = decorator.symbol.outline.params[1 if decorator.bound is not None else 0 :]
        return f"{decorator.symbol.name}:{params[0].name}" if params else ""
    maker = frame.of(part.func) if isinstance(part, ast.Call) else None
    return f"{maker.symbol.name}:()" if isinstance(maker, FunctionObject) and _is_of_project(maker) else ""


def _is_of_project(function: FunctionObject) -> bool:
    return function.symbol.module.kind == "project"


def _is_from(symbol: ClassSymbol, module: ModuleSymbol, node: ast.ClassDef) -> bool:
    """Tell whether a class is the one of a definition, and not another of its name, such as one that was imported."""
    return symbol.module is module and symbol.outline.line == node.lineno


def _recorded(names: Mapping[str, Sequence[Binding]], node: _Function) -> Function | None:
    """The record of a function in the outline, which has been read already."""
    for binding in names.get(node.name, ()):
        if isinstance(binding, Function) and binding.line == node.lineno:
            return binding
    return None


def _metadata(tree: ast.Module) -> Iterator[ast.Call]:
    """The calls in `Annotated[…]`, which name functions as `Depends(function)` does."""
    for node in walk(tree):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple):
            name = node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
            if name == "Annotated":
                yield from (part for part in node.slice.elts[1:] if isinstance(part, ast.Call))
