"""The pytest fixtures that a test file sees, wherever they are, and what each of them gives to those who name it."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator

from duotone.analyzer.link.named import absolute
from duotone.analyzer.link.nodes import parsed
from duotone.analyzer.link.project import Project
from duotone.analyzer.link.scopes import FunctionScope
from duotone.analyzer.link.symbols import ClassSymbol, FunctionSymbol, ModuleSymbol
from duotone.analyzer.link.unify import fits
from duotone.analyzer.link.values import (
    UNKNOWN,
    AsyncStream,
    Coroutine,
    FunctionObject,
    Instance,
    Value,
    options,
    union,
)
from duotone.analyzer.outline import Function, Import, Param
from duotone.analyzer.outline import Value as Bound
from duotone.analyzer.parsing.walking import params, walk

__all__ = ["Fixtures", "in_the_end", "is_fixture"]

_NOTHING = ast.Module([], [])
_AUTOUSE = re.compile(r"fixture\(.*\bautouse\s*=\s*True\b", re.DOTALL)


class Fixtures:
    """What the parameters of a test file stand for: a fixture of the class, of the file, or of the nearest conftest."""

    def __init__(self, project: Project, module: ModuleSymbol, tree: ast.Module) -> None:
        self._project = project
        self._module = module
        self._tree = tree
        self._levels = [*_levels(project, module)]
        self._known: dict[str, Value] = {}

    def given(self, param: Param, declared: Value, function: FunctionSymbol) -> Value:
        """What a parameter stands for: what is declared, unless nothing is, or its fixture gives something else.

        Helpers are called by hand, so their annotations are all that tells, and where they have none, what the tests
        give that call them; what a test is parametrized with comes in place of a fixture. Where a plain fixture stands
        against the annotation nothing is known: a test that awaits in vain fails at once, and one that loses a
        coroutine passes.
        """
        if not self._levels or (declared is not UNKNOWN and param.annotation is None):
            return declared
        if _is_parametrized(function, param.name) or (param.annotation and not _is_given_fixtures(function)):
            return declared
        found = self.of(param.name, function.owner)
        if any(_is_of_another_color(declared if found is UNKNOWN else found, one) for one in self._below(param.name)):
            return UNKNOWN
        if param.annotation is None:
            is_other = found is not UNKNOWN and self._is_given_others(function, param.name)
            return declared if is_other else found
        if all(fits(self._project, declared, one) for one in options(found)):
            return declared
        return found if any(map(_has_async_methods, options(found))) else UNKNOWN

    def _below(self, name: str) -> Iterator[Value]:
        """What the fixtures of a name give to the tests below a `conftest.py`, whose own fixtures get the same."""
        package, _, last = self._module.name.rpartition(".")
        self._project.touch(f"#fixture {name}")
        named = self._project.methods.get(f"fixture {name}") if last == "conftest" else None
        for one in named.modules if named is not None else ():
            module = self._project.module(one) if one.startswith(f"{package}." if package else "") else None
            if module is not None and module is not self._module and module.kind == "project":
                yield Fixtures(self._project, module, _NOTHING).of(name)

    def _is_given_others(self, function: FunctionSymbol, name: str) -> bool:
        """Tell whether a helper is called in the file, and not only by tests that hand on the fixture of a name."""
        if _is_given_fixtures(function) or function.outline.decorators:
            return False
        callers = [node for node in walk(self._tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        return any(
            not (_is_test(caller, name) and name in _named_in(call))
            for caller in callers
            for call in walk(caller)
            if isinstance(call, ast.Call) and _called(call.func) == function.outline.name
        )

    def of(self, name: str, owner: ClassSymbol | None = None) -> Value:
        """What a fixture gives to a method of a class, or to a function; unknown where there is none of this name."""
        within = next((entry for entry, _ in owner.mro if _has(entry, name)), None) if owner and self._levels else None
        key = name if within is None else f"{within.name}.{name}"
        found = self._known.get(key)
        if found is None:
            # A fixture that asks for its own name gets the one that it stands before.
            self._known[key] = UNKNOWN
            home = within or self._nearest(name)
            found = self._known[key] = self._provided(home, name, within) if home is not None else UNKNOWN
        return found

    def function(self, name: str, owner: ClassSymbol | None = None) -> Function | None:
        """The function of a fixture, or None where there is none of this name."""
        home = self._owner(name, owner)
        return _function(home, name) if home is not None else None

    def name_of(self, name: str, owner: ClassSymbol | None) -> str:
        """The full name of the function of a fixture; nothing where there is none of this name."""
        home = self._owner(name, owner)
        return f"{home.name}.{name}" if home is not None else ""

    def _owner(self, name: str, owner: ClassSymbol | None) -> ModuleSymbol | ClassSymbol | None:
        """The class or the module that defines a fixture which a function sees."""
        within = next((entry for entry, _ in owner.mro if _has(entry, name)), None) if owner is not None else None
        return within or self._nearest(name)

    def gives_loop(self, function: FunctionSymbol) -> bool:
        """Tell whether a test, or a fixture, is given the loop that a plugin has set, by itself or through fixtures.

        A plugin that has run an async fixture keeps the loop of it set, whether anybody has asked for that or not.
        """
        if not self._levels or not _is_given_fixtures(function):
            return False
        if self._runs_by_itself or (function.owner is not None and _has_async_autouse(function.owner)):
            return True
        waiting, seen = [param.name for param in function.outline.params], set[str]()
        while waiting:
            name = waiting.pop()
            if name in seen:
                continue
            seen.add(name)
            fixture = self.function(name, function.owner)
            if name == "event_loop" or (name == "loop" if fixture is None else fixture.is_async):
                return True
            waiting += [param.name for param in fixture.params] if fixture is not None else []
        return False

    @functools.cached_property
    def _runs_by_itself(self) -> bool:
        """Whether an async fixture is run for whatever is in the file."""
        for level in self._levels:
            self._project.touch(f"{level.name}:*")
        return any(map(_has_async_autouse, self._levels))

    def _nearest(self, name: str) -> ModuleSymbol | None:
        return next((home for level in self._levels if (home := self._home(level, name)) is not None), None)

    def _home(self, module: ModuleSymbol, name: str) -> ModuleSymbol | None:
        """The module that defines a fixture which another sees under its name: itself, or one that it imports."""
        self._project.touch(f"{module.name}:*")
        for home in (module, *self._imported(module, name), *self._brought(module)):
            if _has(home, name):
                self._project.touch(home.node_of(name))
                return home
        return None

    def _imported(self, module: ModuleSymbol, name: str) -> Iterator[ModuleSymbol]:
        """The module that a name is imported from."""
        bindings = module.outline.names.get(name, ())
        names = [absolute(module, one) for one in bindings if isinstance(one, Import) and one.name == name]
        return self._modules(module, names)

    def _brought(self, module: ModuleSymbol) -> Iterator[ModuleSymbol]:
        """The modules whose fixtures come along: those of star imports, and those that are named as plugins."""
        names = [absolute(module, star) for star in module.outline.stars]
        for binding in module.outline.names.get("pytest_plugins", ()):
            if isinstance(binding, Bound) and binding.source:
                names += _texts(binding.source)
        return self._modules(module, names)

    def _modules(self, importer: ModuleSymbol, names: list[str | None]) -> Iterator[ModuleSymbol]:
        for name in names:
            found = self._project.seen_from(importer, name) if name else None
            if found is not None and found.kind == "project":
                yield found

    def _provided(self, home: ModuleSymbol | ClassSymbol, name: str, owner: ClassSymbol | None) -> Value:
        """What the function of a fixture gives, where the parameters that it names are fixtures too."""
        outline = _function(home, name)
        project = self._project
        scope = home.scope if isinstance(home, ClassSymbol) else home
        symbol = FunctionSymbol(outline, f"{home.name}.{name}", scope, owner)
        receiver = None if owner is None else Instance(owner)
        declared = symbol.declared()
        if declared is not None:
            given = in_the_end(project.call(FunctionObject(symbol, receiver)), FunctionObject(symbol))
            # One that yields is often annotated with what it yields.
            is_item = isinstance(declared, Instance) and declared.symbol.module.name != "typing"
            return declared if given is UNKNOWN and is_item else given
        params = outline.params[1:] if owner else outline.params
        asked = {
            param.name: self.of(param.name, None if param.name == name else owner)
            for param in params
            if param.annotation is None
        }
        known = {param: value for param, value in asked.items() if value is not UNKNOWN}
        inside = FunctionScope(project, symbol, receiver, known)
        return union([project.infer(text, inside) for text in outline.results] or [UNKNOWN])


def _is_parametrized(function: FunctionSymbol, name: str) -> bool:
    """Tell whether a test, its class or its file says itself what a parameter is given, under a name of its own too."""
    owner = function.owner.outline.decorators if function.owner is not None else ()
    texts = [*function.outline.decorators, *owner, "pytestmark"]
    named = (one for text in texts for one in function.module.outline.names.get(text, ()))
    texts += [one.source for one in named if isinstance(one, Bound) and one.source]
    return any(".parametrize(" in text and name in text for text in texts)


def _is_of_another_color(one: Value, other: Value) -> bool:
    """Tell whether two values are of classes of which only one has async methods."""
    values = (*options(one), *options(other))
    return all(isinstance(value, Instance) for value in values) and len({*map(_has_async_methods, values)}) > 1


def _has_async_methods(value: Value) -> bool:
    """Tell whether an object is of a class that has async methods, by itself or from its bases."""
    classes = [entry for entry, _ in value.symbol.mro] if isinstance(value, Instance) else []
    return any(
        isinstance(one, Function) and one.is_async
        for entry in classes
        for bindings in entry.outline.names.values()
        for one in bindings
    )


def _is_given_fixtures(function: FunctionSymbol) -> bool:
    """Tell whether the parameters of a function are fixtures: it is a test, or a fixture itself."""
    return function.outline.name.startswith("test") or any("fixture" in text for text in function.outline.decorators)


def _is_test(node: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> bool:
    """Tell whether a test asks for a fixture by its name, and is not parametrized with something else."""
    is_asking = node.name.startswith("test") and any(one.arg == name for one in params(node.args))
    return is_asking and not any(".parametrize(" in ast.unparse(one) for one in node.decorator_list)


def _called(node: ast.expr) -> str:
    """The last name of what is called."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _named_in(call: ast.Call) -> set[str]:
    """The names that a call is given as they are."""
    given = [*call.args, *(word.value for word in call.keywords)]
    return {one.id for one in given if isinstance(one, ast.Name)}


def _has(home: ModuleSymbol | ClassSymbol, name: str) -> bool:
    return any(map(is_fixture, home.outline.names.get(name, ())))


def _has_async_autouse(home: ModuleSymbol | ClassSymbol) -> bool:
    """Tell whether an async fixture of a module or a class is run for all that see it."""
    return any(
        isinstance(one, Function) and one.is_async and any(map(_AUTOUSE.search, one.decorators))
        for bindings in home.outline.names.values()
        for one in bindings
    )


def _function(home: ModuleSymbol | ClassSymbol, name: str) -> Function:
    return next(one for one in home.outline.names[name] if isinstance(one, Function) and is_fixture(one))


def in_the_end(result: Value, provider: Value) -> Value:
    """What a provider gives in the end: a coroutine is awaited, and a generator is run to its `yield`."""
    if isinstance(result, Coroutine):
        return result.awaited()
    if isinstance(result, AsyncStream):
        return result.item
    is_generator = isinstance(provider, FunctionObject) and provider.symbol.outline.is_generator
    return result.args[0] if is_generator and isinstance(result, Instance) and result.args else result


def _levels(project: Project, module: ModuleSymbol) -> Iterator[ModuleSymbol]:
    """A test file, and the `conftest.py` files beside and above it, nearest first."""
    last = module.name.rpartition(".")[2]
    if not (last.startswith("test_") or last.endswith("_test") or last == "conftest"):
        return
    yield module
    parts = module.name.split(".")[:-1]
    for size in range(len(parts), -1, -1):
        found = project.module(".".join([*parts[:size], "conftest"]))
        if found is not None and found.kind == "project" and found is not module:
            yield found


def is_fixture(binding: object) -> bool:
    """Tell whether a name is bound to the function of a fixture."""
    return isinstance(binding, Function) and any("fixture" in text for text in binding.decorators)


def _texts(source: str) -> list[str]:
    """The strings of an expression."""
    node = parsed(source)
    found = walk(node) if node is not None else ()
    return [part.value for part in found if isinstance(part, ast.Constant) and isinstance(part.value, str)]
