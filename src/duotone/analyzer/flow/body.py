"""Runs a body on what its values are known to be, statement by statement, and records what happens to each."""

from __future__ import annotations

import ast
import typing
from collections.abc import Callable, Iterator, Sequence

from duotone.analyzer.flow import branches, narrowing, placing
from duotone.analyzer.flow.branches import returns
from duotone.analyzer.flow.declared import says_nothing
from duotone.analyzer.flow.elements import FUNCTIONS
from duotone.analyzer.flow.frames import Env, Frame
from duotone.analyzer.flow.hints import furnishing
from duotone.analyzer.flow.sites import Site, Use
from duotone.analyzer.flow.values import called_at, sites_in
from duotone.analyzer.flow.watching import Watcher
from duotone.analyzer.link import operations
from duotone.analyzer.link.scopes import Shadowed, parameter
from duotone.analyzer.link.symbols import ClassSymbol, FunctionSymbol, Scope
from duotone.analyzer.link.values import UNKNOWN, CallableType, ClassObject, Instance, Unknown, Value, options
from duotone.analyzer.parsing.walking import walk

__all__ = ["Body"]

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Body(Frame):
    """The body of a function, a class or a module, while it is run.

    1. `env` is what each local name stands for here; branches work on copies, which are joined where they meet.
    2. A branch that doesn't reach its end (return, raise) takes no part in the join; one that breaks out of a loop, or
       goes on with it, takes part in that of the loop's end.
    3. A loop's body is run once, on the names as they were before it joined with what it assigns, which is enough.
    4. Functions within are run when the body around them has ended, and see every value that a name ever had.
    """

    def __init__(
        self, watcher: Watcher[Frame], scope: Scope, symbol: FunctionSymbol | None, outer: Frame | None = None
    ) -> None:
        super().__init__(watcher, scope, symbol, outer)
        self.returned: list[tuple[Value, ast.Return]] = []
        self.stopped: list[Env] = []
        self.inner: list[tuple[ast.FunctionDef | ast.AsyncFunctionDef, FunctionSymbol]] = []
        self.inner_classes: list[tuple[ast.ClassDef, ClassSymbol]] = []

    def start(self, node: ast.FunctionDef | ast.AsyncFunctionDef, symbol: FunctionSymbol) -> None:
        """Bind the parameters of the function; whoever calls one within another has no fixtures to give."""
        self.later = frozenset(one.name for one in node.body if isinstance(one, _DEFINITIONS))
        for index, param in enumerate(symbol.outline.params):
            value = parameter(self.project, symbol, index, None)
            if self.outer is None:
                value = self.watcher.provided(self, node, param, value, symbol)
            if value is UNKNOWN and param.annotation is None and param.default is not None:
                value = self.watcher.injected(param.default, symbol.scope) or UNKNOWN
            if value is UNKNOWN and says_nothing(param.annotation) and not param.kind.startswith("*"):
                site = Site("param", node, symbol, param.name)
                self.watcher.params.append(site)
                value = Unknown(site)
            elif any(isinstance(one, CallableType) for one in options(value)):
                site = Site("callable", node, symbol, param.name)
                self.watcher.params.append(site)
                value = called_at(value, site)
            if param.annotation is not None:
                self.declared[param.name] = value
            self.assign(param.name, value)
            if self.outer is None:
                self.furnish(param.name, param.name, is_own=False)

    def run(self, statements: Sequence[ast.stmt]) -> bool:
        """Run statements in order; False when their end can't be reached."""
        for statement in statements:
            self.statement = statement
            method = _STATEMENTS.get(type(statement))
            if method is not None and method(self, statement) is False:
                return False
        return True

    def give_up(self) -> None:
        """Take back what was found, since a part was not followed: it may use or await any of it."""
        self.sites.clear()
        self.returned.clear()
        self.suspends = self.is_open = True

    def doubt(self) -> None:
        """Take back what was found of values with a name, since a part could not be read: it may use any of them."""
        self.sites[:] = [site for site in self.sites if not site.bound_to]
        self.returned.clear()
        self.suspends = self.is_open = True

    def told(self, scope: Scope, test: ast.expr, *, holds: bool) -> Scope:
        """The scope with what the outcome of a test, within an expression, tells of its names."""
        before = {name: value for name in narrowing.asked(test) if (value := scope.lookup(name)) is not None}
        if not before:
            return scope
        after = narrowing.narrowed(self, test, dict(before), holds=holds)
        changed = {name: value for name, value in after.items() if value is not before.get(name)}
        return Shadowed(scope, changed) if changed else scope

    def do_expression(self, node: ast.Expr) -> bool:
        """An expression on its own; what never returns leaves nothing to go on with."""
        self.discard(node.value)
        return self.last_called is None or self.last_called[0] is not node.value or returns(self.last_called[1])

    def discard(self, node: ast.expr) -> None:
        """Evaluate an expression whose value nobody gets."""
        if isinstance(node, ast.BoolOp):
            for part in node.values[:-1]:
                self.test(part)
            self.discard(node.values[-1])
        elif isinstance(node, ast.IfExp):
            self.test(node.test)
            for part in self.arms(node):
                self.discard(part)
        elif isinstance(node, ast.Tuple):
            for part in node.elts:
                self.discard(part)
        else:
            value = self.of(node)
            self.use(value, "discard", node)
            self.watcher.discarded(node, value)

    def do_assign(self, node: ast.Assign) -> None:
        """`name = …`."""
        value = self.of(node.value)
        for target in node.targets:
            self.note_await(target, node.value)
            self.bind(target, value)
            if isinstance(target, ast.Name):
                is_own, helper = furnishing.helper_called(node.value)
                self.furnish(target.id, helper, is_own=is_own)

    def furnish(self, name: str, helper: str, *, is_own: bool) -> None:
        """Remember what a helper has put into attributes of what a name stands for."""
        for attribute, value in self.watcher.furnished(self, helper, is_own=is_own):
            self.env[f"{name}.{attribute}"] = value
            self.has_dotted = True

    def do_annotated(self, node: ast.AnnAssign) -> None:
        """`name: type = …`."""
        declared = self.annotated(node.annotation)
        if isinstance(node.target, ast.Name):
            self.declared[node.target.id] = declared
        if node.value is None:
            if isinstance(node.target, ast.Name):
                self.env[node.target.id] = declared
            return
        value = self.of(node.value)
        is_telling = declared is not UNKNOWN and (not isinstance(value, Instance) or _is_narrower(declared, value))
        if not sites_in(value, deep=True) and (is_telling or (isinstance(declared, Instance) and declared.args)):
            value = declared
        self.bind(node.target, value)

    def do_augmented(self, node: ast.AugAssign) -> None:
        """`name += …`, which puts what a container has into another one."""
        value = self.of(node.value)
        self.use(value, "operation", node.value)
        if isinstance(node.op, ast.Add) and sites_in(value, deep=True):
            items = operations.item(self.project, value)
            if not self.put(node.target, items):
                self.escape(items, node.value)
        if isinstance(node.target, ast.Name):
            self.use(self.lookup(node.target.id) or UNKNOWN, "operation", node.target)
        else:
            self.of(node.target)

    def bind(self, target: ast.expr, value: Value) -> None:
        """Bind a target of an assignment, a loop or a `with`."""
        if isinstance(target, ast.Name):
            if target.id in self.declared:
                placing.assigned(self, target.id, value, target)
            self.assign(target.id, value)
        elif isinstance(target, ast.Tuple | ast.List):
            self.use(value, "unpack", target)
            for index, part in enumerate(target.elts):
                if isinstance(part, ast.Starred):
                    self.bind(part.value, UNKNOWN)
                else:
                    self.bind(part, operations.element(self.project, value, index))
        elif isinstance(target, ast.Attribute):
            owner = self.of(target.value)
            self.watcher.stored(self, owner, target, value)
            if isinstance(target.value, ast.Name):
                self.keep(f"{target.value.id}.{target.attr}", value)
        elif isinstance(target, ast.Subscript):
            self._bind_item(target, value)
        elif isinstance(target, ast.Starred):
            self.bind(target.value, UNKNOWN)

    def _bind_item(self, target: ast.Subscript, value: Value) -> None:
        container = self.of(target.value)
        self.use(container, "subscript", target)
        self.use(self.of(target.slice), "key", target.slice)
        self.note_put(target)
        if placing.put(self, target.value, value, target) or self.watcher.put(container, value, target):
            return
        if sites_in(value) and self.watcher.is_dead_end(target.value):
            placing.bury(value, target)
        if not self.put(target.value, value):
            self.escape(value, target)

    def equated(self, parts: Sequence[ast.expr], values: Sequence[Value]) -> None:
        """Two values are compared."""
        placing.equated(parts, values)

    def do_return(self, node: ast.Return) -> bool:
        """`return`."""
        if node.value is not None:
            value = self.of(node.value)
            self.returned.append((value, node))
            own = [site for site in sites_in(value) if site in self.sites]
            if own or not sites_in(value):
                self.use(value, "return", node.value)
            self.watcher.misplaced(self, value, node.value)
            for site in sites_in(value, deep=True):
                site.uses.append(Use(self._way_out(site), node))
        return False

    def _way_out(self, site: Site) -> str:
        """What a `return` does to a value: what the function around made goes out of its sight through this one."""
        if site in self.sites:
            return "leave"
        return "given back" if site.kind in FUNCTIONS and site.callee is self.symbol else "escape"

    def do_raise(self, node: ast.Raise) -> bool:
        """`raise`."""
        for part in (node.exc, node.cause):
            if part is not None:
                self.use(self.of(part), "raise", part)
        return False

    def do_stop(self, _node: ast.Break | ast.Continue) -> bool:
        """`break` and `continue`."""
        self.stopped.append(self.env)
        return False

    def _loop(self, body: Sequence[ast.stmt]) -> None:
        """Run the body of a loop, to where all its branches meet."""
        around, self.stopped = self.stopped, []
        self.run(body)
        for env in self.stopped:
            self.env = branches.joined(self.env, env)
        self.stopped = around

    def do_if(self, node: ast.If) -> bool:
        """`if`."""
        self.test(node.test)
        before = self.env
        verdict = self.comes_to(node.test)
        self.env = narrowing.narrowed(self, node.test, dict(before), holds=True)
        first = self._branch(node.body, is_dead=verdict is False)
        after, self.env = self.env, narrowing.narrowed(self, node.test, dict(before), holds=False)
        second = self._branch(node.orelse, is_dead=verdict is True)
        self.env = branches.met(after, self.env, is_first=first, is_second=second)
        return first or second

    def _branch(self, statements: Sequence[ast.stmt], *, is_dead: bool) -> bool:
        """Run a branch, unless a constant turns it off."""
        return not is_dead and self.run(statements)

    def do_while(self, node: ast.While) -> bool:
        """`while`."""
        self.test(node.test)
        before = dict(self.env)
        self.env = narrowing.narrowed(self, node.test, self.env, holds=True)
        self._loop(node.body)
        self.env = branches.joined(before, self.env)
        self.run(node.orelse)
        endless = self.comes_to(node.test) is True
        return not endless or branches.breaks(node.body)

    def do_for(self, node: ast.For | ast.AsyncFor) -> None:
        """`for` and `async for`."""
        source = self.of(node.iter)
        if isinstance(node, ast.AsyncFor):
            self.suspends = True
            self.use(source, "async iterate", node.iter)
            value = self.drawn(source, node.iter)
        else:
            self.use(source, "iterate", node.iter)
            value = operations.item(self.project, source)
        before = dict(self.env)
        self.note_await(node.target, node.iter)
        self.bind(node.target, value)
        self._loop(node.body)
        self.env = branches.joined(before, self.env)
        self.run(node.orelse)

    def do_with(self, node: ast.With | ast.AsyncWith) -> bool:
        """`with` and `async with`."""
        is_async = isinstance(node, ast.AsyncWith)
        self.suspends = self.suspends or is_async
        hiding, is_entered = self.hiding, True
        expecting, tolerance, guarded = self.is_expecting, self.tolerance, self.is_guarded
        for item in node.items:
            value = self.of(item.context_expr)
            self.use(value, "async enter" if is_async else "enter", item.context_expr)
            if isinstance(value, Instance):
                is_entered &= self.watcher.enters(self, value, item.context_expr, is_async=is_async)
            if is_async:
                self.note_entered(item)
            if item.optional_vars is not None:
                self.bind(item.optional_vars, operations.entered(self.project, value, is_async=is_async))
            self.hiding = narrowing.suppressing(item.context_expr) or self.hiding
            self.is_expecting = self.is_expecting or narrowing.expects(item.context_expr)
        self.tolerance = max(tolerance, *(narrowing.tolerance(item.context_expr) for item in node.items))
        self.is_guarded = guarded or any(narrowing.swallows(item.context_expr, "RuntimeError") for item in node.items)
        # What a test expects to fail on entering has a body that nothing comes to, but what comes after it.
        reached = not is_entered or self.run(node.body)
        swallows = self.hiding is not hiding or (self.is_expecting and not expecting)
        swallows = swallows or any(narrowing.swallows(item.context_expr) for item in node.items)
        swallows = swallows or branches.ends_by_error(node.body)
        self.hiding, self.is_guarded = hiding, guarded
        self.is_expecting, self.tolerance = expecting, tolerance
        return reached or swallows

    def do_try(self, node: ast.Try | ast.TryStar) -> bool:
        """`try`: a handler starts anywhere between the start and the end of the body."""
        before = dict(self.env)
        hiding = self.hiding
        self.hiding = narrowing.broad(node) or hiding
        guarded, self.is_guarded = self.is_guarded, self.is_guarded or narrowing.catches(node, "RuntimeError")
        reached = self.run(node.body)
        self.hiding, self.is_guarded = hiding, guarded
        if reached:
            reached = self.run(node.orelse)
        start = branches.joined(before, self.env)
        ends = [*([self.env] if reached else []), *self._handlers(node.handlers, start)]
        self.env = ends[0] if ends else start
        for end in ends[1:]:
            self.env = branches.joined(self.env, end)
        return self.run(node.finalbody) and bool(ends)

    def _handlers(self, handlers: Sequence[ast.ExceptHandler], start: Env) -> Iterator[Env]:
        """The names at the end of each handler whose end is reached."""
        for handler in handlers:
            self.env = dict(start)
            if handler.type is not None:
                self.of(handler.type)
            if handler.name:
                self.env[handler.name] = UNKNOWN
            if self.run(handler.body):
                yield self.env

    def do_match(self, node: ast.Match) -> None:
        """`match`."""
        subject = self.of(node.subject)
        self.use(subject, "match", node.subject)
        before = self.env
        total = dict(before)
        for case in node.cases:
            self.env = dict(before)
            narrowing.matched(self, node.subject, case.pattern)
            for part in walk(case.pattern):
                for name in (getattr(part, "name", None), getattr(part, "rest", None)):
                    if isinstance(name, str) and name not in narrowing.captured(case.pattern):
                        self.assign(name, UNKNOWN)
            if case.guard is not None:
                self.test(case.guard)
            if self.run(case.body):
                total = branches.joined(total, self.env)
        self.env = total

    def do_assert(self, node: ast.Assert) -> None:
        """`assert`."""
        self.test(node.test)
        if node.msg is not None:
            self.use(self.of(node.msg), "text", node.msg)
        self.env = narrowing.narrowed(self, node.test, self.env, holds=True)

    def do_delete(self, node: ast.Delete) -> None:
        """`del`."""
        for target in node.targets:
            if isinstance(target, ast.Name):
                self.escape(self.lookup(target.id) or UNKNOWN, target)
            else:
                self.of(target)

    def do_global(self, node: ast.Global | ast.Nonlocal) -> None:
        """`global` and `nonlocal`."""
        self.globals.update(node.names)

    def do_import(self, node: ast.Import | ast.ImportFrom) -> None:
        """`import` and `from … import`."""
        for name, value in self.watcher.imports(node):
            self.assign(name, value)

    def do_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """`def` and `async def`; the function itself is run later."""
        for part in node.decorator_list:
            self.escape(self.of(part), part)
        self.defaults(node)
        value, symbol = self.watcher.function(self, node)
        self.assign(node.name, value)
        self.inner.append((node, symbol))

    def defaults(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """The defaults of parameters, which are made where the function is defined."""
        for part in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            self.escape(self.of(part), part)

    def do_class(self, node: ast.ClassDef) -> None:
        """`class`; its methods are run later."""
        symbol = self.watcher.class_(self, node)
        self.assign(node.name, ClassObject(symbol))
        self.inner_classes.append((node, symbol))


def _is_narrower(declared: Value, value: Instance) -> bool:
    """Tell whether an annotation says more than a function does that gives objects of a base, or just any."""
    if not isinstance(declared, Instance) or declared.symbol is value.symbol:
        return False
    return value.symbol.name == "builtins.object" or declared.symbol.is_subclass(value.symbol.name)


_STATEMENTS: dict[type[ast.stmt], Callable[[typing.Any, typing.Any], bool | None]] = {
    ast.Expr: Body.do_expression,
    ast.Assign: Body.do_assign,
    ast.AnnAssign: Body.do_annotated,
    ast.AugAssign: Body.do_augmented,
    ast.Return: Body.do_return,
    ast.Raise: Body.do_raise,
    ast.Break: Body.do_stop,
    ast.Continue: Body.do_stop,
    ast.If: Body.do_if,
    ast.While: Body.do_while,
    ast.For: Body.do_for,
    ast.AsyncFor: Body.do_for,
    ast.With: Body.do_with,
    ast.AsyncWith: Body.do_with,
    ast.Try: Body.do_try,
    ast.TryStar: Body.do_try,
    ast.Match: Body.do_match,
    ast.Assert: Body.do_assert,
    ast.Delete: Body.do_delete,
    ast.Global: Body.do_global,
    ast.Nonlocal: Body.do_global,
    ast.Import: Body.do_import,
    ast.ImportFrom: Body.do_import,
    ast.FunctionDef: Body.do_function,
    ast.AsyncFunctionDef: Body.do_function,
    ast.ClassDef: Body.do_class,
}
