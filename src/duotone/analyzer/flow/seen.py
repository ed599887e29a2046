"""What is seen while a file is run, for the rules to look at: observations, functions that ran, and who gave what."""

from __future__ import annotations

import ast
import dataclasses
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from duotone.analyzer.flow import elements, keeping, known
from duotone.analyzer.flow.dead_ends import is_dead_end
from duotone.analyzer.flow.declared import Argument, refuses, target_of
from duotone.analyzer.flow.fixtures import Fixtures
from duotone.analyzer.flow.sites import Site
from duotone.analyzer.flow.waiting.happened import has_happened, is_in_child
from duotone.analyzer.flow.waiting.in_memory import is_in_memory
from duotone.analyzer.flow.waiting.statements import are_of_one_row, first_of_transactions
from duotone.analyzer.link import operations
from duotone.analyzer.link.attributes import find
from duotone.analyzer.link.expressions import CASTS
from duotone.analyzer.link.nodes import Node
from duotone.analyzer.link.project import Project
from duotone.analyzer.link.symbols import ClassSymbol, FunctionSymbol, ModuleSymbol
from duotone.analyzer.link.values import (
    AsyncStream,
    ClassObject,
    Foreign,
    FunctionObject,
    Instance,
    Partial,
    Unknown,
    Value,
    options,
)
from duotone.analyzer.outline import Value as Bound
from duotone.analyzer.outline.read import Reader
from duotone.analyzer.parsing.walking import walk

__all__ = ["Observation", "Ran", "Seen"]


@dataclasses.dataclass(slots=True)
class Observation:
    """Something that a rule may want to know, with where it happened."""

    kind: str
    node: Node
    function: Ran | None
    data: dict[str, Any]


@dataclasses.dataclass(slots=True)
class Ran:
    """A function whose body was run, and what was seen in it."""

    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Module
    symbol: FunctionSymbol | None
    outer: Ran | None
    suspends: bool = False
    is_open: bool = False
    drops_unknown: ast.Call | None = None
    """The first call that gives what can't be read, which is dropped there."""
    drops_async: bool = False
    asks_thread: bool = False
    sites: list[Site] = dataclasses.field(default_factory=list[Site])
    calls: list[tuple[FunctionSymbol, ast.expr, bool]] = dataclasses.field(
        default_factory=list[tuple[FunctionSymbol, ast.expr, bool]]
    )
    wrapped: dict[ast.expr, str] = dataclasses.field(default_factory=dict[ast.expr, str])
    """Calls of wrappers, and the functions that those hand on to."""
    params: list[Site] = dataclasses.field(default_factory=list[Site])
    shown: set[tuple[str, str]] = dataclasses.field(default_factory=set[tuple[str, str]])
    """Parameters and fields that are given objects of the classes of others, and what says that those are such."""
    observed: list[Observation] = dataclasses.field(default_factory=list[Observation])
    returned: list[tuple[Value, ast.Return]] = dataclasses.field(default_factory=list[tuple[Value, ast.Return]])

    @property
    def is_async(self) -> bool:
        """Whether the body runs on a loop."""
        return isinstance(self.node, ast.AsyncFunctionDef)

    @property
    def name(self) -> str:
        """The dotted name, or none for a module."""
        return self.symbol.name if self.symbol is not None else ""


class Seen:
    """Everything that is known of one file while it is run."""

    def __init__(
        self, project: Project, module: ModuleSymbol, tree: ast.Module, source: str, unread: Sequence[int] = ()
    ) -> None:
        self.project = project
        self.module = module
        self.tree = tree
        self.source = source
        self.unread = unread
        self.reader = Reader(tree, source, is_stub=False)
        self.awaited_here = frozenset(module.outline.awaited)
        self.awaited_texts: dict[tuple[str, str], Node] = {}
        self.awaited_often: Counter[tuple[str, str]] = Counter()
        self.awaited_of_params: dict[str, dict[str, Node]] = {}
        self.awaited_blindly: set[str] = set()
        self.awaited_attributes: set[str] = set()
        self.handed: set[str] = set()
        """Attributes whose functions are handed on to be called."""
        self.called_attributes: set[str] = set()
        """Attributes whose functions are called where the result goes no further."""
        self.handed_blindly: set[tuple[str, str]] = set()
        """Attributes of unknown objects that are given to parameters of the project, and which."""
        self.given_away: set[str] = set()
        """Classes whose objects libraries are given whole, or that are cast to what others declare."""
        self.replaced: set[str] = set()
        self.put_async: set[str] = set()
        """Methods in whose place objects are given async functions; a dot before those of unknown objects."""
        self.receivers: dict[ast.Attribute, Value] = {}
        """Methods of which nothing is known, with the objects that they are asked of."""
        self.params: list[Site] = []
        self.ran: list[Ran] = []
        self.classes: list[tuple[ast.ClassDef, ClassSymbol]] = []
        self.observations: list[Observation] = []
        self.current: Ran | None = None
        self.awaiting: set[ast.AST] = set()
        self.awaited_methods: set[ast.AST] = set()
        self.only_declared: dict[ast.AST, Value] = {}
        """Calls of what only an annotation says to give nothing that could be awaited, and what is called."""
        self.fixtures = Fixtures(project, module, tree)
        self.loaded: dict[str, int] = {}
        self.called: dict[ast.Call, str] = {}
        self.dropped: list[tuple[str, ast.Call, Ran | None]] = []
        self.functions_given: list[tuple[FunctionSymbol, str, ast.expr]] = []
        self.dispatched: list[tuple[list[str], Node, Ran | None]] = []
        self.called_plainly: set[frozenset[str]] = set()
        self.offloaded: set[str] = set()
        self.takers: dict[str, list[str]] = {}
        self.patterns: set[str] = set()
        self.asks_by_name = "getattr(" in source and "await " in source
        self.asked_by_name: set[str] = set()
        """Classes and parameters whose methods are awaited by whichever name a value has."""
        # What the parameters ("function:parameter") of this file are given in it, by the names of classes.
        self.objects_given: dict[str, dict[str, Value]] = {}
        self.too_deep: list[ast.stmt] = []
        self._dead_ends: dict[tuple[ast.AST, str], bool] = {}

    # What the rules ask for.

    def values(self) -> set[str]:
        """Functions that are used as values here, and not only called."""
        return {name for name, count in self.loaded.items() if count > 0}

    def calls(self, ran: Ran) -> Iterator[tuple[str, ast.Call, Observation]]:
        """The calls of a function that a rule looks at, with their dotted names."""
        for observation in ran.observed:
            if isinstance(observation.node, ast.Call):
                yield observation.data["name"], observation.node, observation

    def blocking(self, ran: Ran) -> Iterator[tuple[str, ast.Call, str]]:
        """The calls of a function that hold up its thread; a plain one that asks which thread it is on knows better."""
        if ran.asks_thread and not ran.is_async:
            return
        found: list[tuple[str, ast.Call, str]] = []
        for name, node, observation in self.calls(ran):
            instead = known.blocks(name, node, ran.node)
            if not instead or observation.data["is_awaited"] or (not ran.is_async and known.is_brief(name, node)):
                continue
            is_at_once = _is_of_data(ran, name, node) or is_in_memory(self.source, (ran.node, self.tree), name, node)
            if (
                not is_at_once
                and not are_of_one_row(ran.node, name, node, self.source)
                and not self._is_looked_into(name, node)
                and not has_happened(self.tree, ran.node, name, node)
                and not is_in_child(self.source, ran.node, node)
            ):
                found.append((name, node, known.advised(instead, node, ran.node)))
        # Where somebody waited for futures, their results are there.
        waited = any(name.endswith((".as_completed", "futures.wait", "_base.wait")) for name, _, _ in found)
        for name, node, instead in first_of_transactions(ran.node, found):
            if not (waited and name.endswith(("Future.result", "Future.exception"))):
                yield name, node, instead

    def _is_looked_into(self, name: str, node: ast.Call) -> bool:
        """Tell whether somebody here asks a queue what is in it, and so takes from it only what is there."""
        if not name.endswith("Queue.get") or not isinstance(node.func, ast.Attribute):
            return False
        queue = known.chain(node.func.value)
        return bool(queue) and any(f"{queue}.{question}()" in self.source for question in ("empty", "qsize"))

    def needs_loop(self, ran: Ran) -> bool:
        """Whether a function calls something of asyncio, or another library, which wants a loop to be running."""
        return any(known.needs_loop(name) for name, _, _ in self.calls(ran))

    def loops(self, ran: Ran) -> Iterator[tuple[str, ast.Call]]:
        """The calls of a function that start a loop."""
        return (
            (name, node)
            for name, node, observation in self.calls(ran)
            # Whoever catches the RuntimeError knows that a loop may be running.
            if known.starts_loop(name) and not observation.data["is_guarded"]
            if not is_in_child(self.source, ran.node, node)
        )

    def color_of(self, symbol: FunctionSymbol) -> str:
        """Either "async", "plain" for a function that surely gives nothing to await, or "unknown"."""
        if symbol.outline.is_async:
            return "async" if not (symbol.outline.is_generator or symbol.outline.may_be_stream) else "unknown"
        return "plain" if refuses(self.project, self.project.call(FunctionObject(symbol))) else "unknown"

    # What is told while bodies are run.

    def observe(self, kind: str, node: Node, **data: object) -> None:
        """Keep something for the rules."""
        observation = Observation(kind, node, self.current, data)
        self.observations.append(observation)
        if kind == "call" and self.current is not None:
            self.current.observed.append(observation)

    def loads(self, value: Value, node: ast.expr) -> None:  # noqa: ARG002  # for whoever wants to know where
        """A name or an attribute was read: if it is a function, it may be used as a value."""
        for option in options(value):
            if isinstance(option, FunctionObject) and option.symbol.module.kind == "project":
                name = option.symbol.name
                self.loaded[name] = self.loaded.get(name, 0) + 1

    def quoted(self, symbol: ClassSymbol) -> Iterator[str]:
        """The names of a class that the file has as texts, by which somebody may ask for them."""
        for entry, _ in symbol.mro:
            if entry.module.kind == "project":
                yield from (
                    name for name in entry.outline.names if f'"{name}"' in self.source or f"'{name}'" in self.source
                )

    def gave(self, argument: Argument) -> None:
        """A function is given as an argument: tell the rules, and remember to whom."""
        name, function, index, word = argument.name, argument.function, argument.position, argument.word
        value, part = argument.value, argument.part
        target = target_of(argument)
        self.observe(
            "function given",
            argument.call,
            name=name,
            function=function,
            index=index,
            word=word,
            value=value,
            part=part,
            target=target or f":{word or ''}",
        )
        found = options(value)
        targets = [option.target if isinstance(option, Partial) else option for option in found]
        functions = [option for option in targets if isinstance(option, FunctionObject)]
        if known.offloads(name, index, word):
            self.offloaded.update(option.symbol.name for option in functions)
        elif self.current is not None and argument.call in self.awaiting and known.gives_result(name, index, word):
            # All that a thread does of a generator is to make it.
            made = [option.symbol for option in functions if option.symbol.outline.is_generator]
            self.current.calls += [(symbol, argument.call, False) for symbol in made]
        if target and len(found) == 1 and functions and not functions[0].doubt:
            self.functions_given.append((functions[0].symbol, target, part))

    def gave_object(self, argument: Argument, owner: ClassSymbol) -> None:
        """An object is given as an argument: remember one of the project that goes out of sight."""
        if owner.module.kind == "project" and (argument.name in CASTS or _is_of_library(argument.function)):
            self.given_away.add(owner.name)

    def asked_owners(self) -> set[str]:
        """The classes of which whichever method a value names is awaited."""
        asked = self.asked_by_name - {""}
        given = (one for name in asked for one in self.objects_given.get(name, {}).values())
        owners = (one.symbol for one in given if isinstance(one, Instance))
        of_project = {one.name for one in owners if one.module.kind == "project"}
        return of_project | {name for name in asked if ":" not in name}

    def put(self, container: Value, value: Value, node: ast.expr) -> bool:
        """A value is put into a container: remember which functions went where."""
        for symbol, target in elements.put(container, value, node):
            self.functions_given.append((symbol, target, node))
        return bool(elements.is_held_by(container))

    def is_dead_end(self, container: ast.expr) -> bool:
        """Tell whether nothing leaves the container that a name of the functions around stands for."""
        ran = self.current
        while ran is not None and ran.outer is not None and not isinstance(ran.outer.node, ast.Module):
            ran = ran.outer
        if ran is None or isinstance(ran.node, ast.Module) or not isinstance(container, ast.Name):
            return False
        key = ran.node, container.id
        if key not in self._dead_ends:
            self._dead_ends[key] = is_dead_end(*key)
        return self._dead_ends[key]

    def used(self, value: Value, kind: str, node: Node) -> None:
        """A value is used in a way that only one color has."""
        if kind in {"subscript", "unpack"} and operations.is_future(value):
            self.observe("future taken", node, way=kind)
            if self.current is not None:
                self.current.drops_async = True
        if kind in {"iterate", "unpack"} and (
            isinstance(value, AsyncStream)
            or (isinstance(value, Instance) and self._only(value, "__aiter__", "__iter__"))
        ):
            self.observe("iterate stream", node, value=value)

    @staticmethod
    def _only(value: Instance, has: str, lacks: str) -> bool:
        symbol = value.symbol
        return (
            find(symbol, has) is not None
            and find(symbol, lacks) is None
            and not symbol.has_unknown_base
            and (lacks != "__iter__" or find(symbol, "__getitem__") is None)
        )

    def discarded(self, node: ast.expr, value: Value) -> None:
        """A result is dropped where it was made."""
        if self.current is not None and isinstance(node, ast.Call) and isinstance(value, Foreign | Unknown):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            if not name or not self.is_plain_by_name(name):
                self.current.drops_unknown = self.current.drops_unknown or node
                named = self.project.methods.get(name)
                self.current.drops_async = self.current.drops_async or (named is not None and named.asynchronous > 0)
        made = keeping.called_back(node)
        self.dropped_task(made or node, has_callback=made is not None)
        if isinstance(value, Foreign | Unknown) and self.current is not None and self._is_task_by_name(node):
            self.observe("drop", node, name=keeping.OF_LOOP, bound="", has_callback=False, is_bound_anew=False)
        if isinstance(node, ast.Call) and self.current is not None and operations.awaitability(value):
            callees = {symbol.name for symbol, call, _ in self.current.calls if call is node}
            self.dropped += [(callee, node, self.current) for callee in callees if len(callees) == 1]

    def _is_task_by_name(self, node: ast.expr) -> bool:
        """Tell whether what is called a loop makes a task; a class of the project that makes some may hold them."""
        if node in self.called or not keeping.is_of_loop(node):
            return False
        self.project.touch("#create_task")
        return "create_task" not in self.project.methods

    def is_plain_by_name(self, name: str) -> bool:
        """Tell whether methods of this name are plain, here or wherever they are."""
        self.project.touch(f"#{name}")
        named = self.project.methods.get(name)
        is_plain_here = named is not None and named.sync > 0 and not named.asynchronous
        return known.is_never_async(name) or (is_plain_here and name not in self.awaited_here)

    def dropped_task(
        self, node: ast.expr, bound: str = "", *, has_callback: bool = False, is_bound_anew: bool = False
    ) -> None:
        """Nobody keeps the value of an expression: tell when it is a task, or a gather."""
        if isinstance(node, ast.Call) and node in self.called:
            name = self.called[node]
            self.observe("drop", node, name=name, bound=bound, has_callback=has_callback, is_bound_anew=is_bound_anew)

    def scheduled_value(self, node: ast.expr, value: Value) -> None:
        """Something is given to be awaited: tell when it can't be, and remember the attribute that keeps it."""
        found = options(value)
        if isinstance(node, ast.Attribute):
            self.awaited_attributes.add(node.attr)
        if (
            not isinstance(node, ast.Call)
            or node in self.only_declared
            or any(isinstance(option, AsyncStream) for option in found)
        ):
            return
        if all(operations.awaitability(option) is False for option in found):
            calls = self.current.calls if self.current is not None else []
            callee = next((FunctionObject(symbol) for symbol, call, _ in reversed(calls) if call is node), None)
            self.observe("await plain", node, value=value, callee=callee)

    def lacking(self, owner: Instance, node: Node, name: str) -> None:
        """An object that an await gave is used as a mapping: tell when it is none."""
        symbol = owner.symbol
        if symbol.module.kind != "project" or find(symbol, name) is not None or _answers_to_anything(symbol):
            return
        foreign = [base.name for entry, _ in symbol.mro for base in entry.bases() if isinstance(base, Foreign)]
        if symbol.has_unknown_base and not (foreign and all(known.is_model(base) for base in foreign)):
            return
        what = "`[…]`" if name == "__getitem__" else f"`.{name}`"
        calls = self.current.calls if self.current is not None else ()
        callees = [one.name for one, _, is_awaited in calls if is_awaited and _names(one, symbol)]
        self.observe("not a mapping", node, value=owner, what=what, callees=callees)


def _is_of_library(function: Value) -> bool:
    """Tell whether a callable is one that somebody else has written, and not for all of Python."""
    if isinstance(function, FunctionObject | ClassObject):
        return function.symbol.module.kind not in {"project", "typeshed"}
    return isinstance(function, Foreign)


def _is_of_data(ran: Ran, name: str, node: ast.Call) -> bool:
    """Tell whether an address that is opened has been asked whether the data is in it, which nobody has to wait for."""
    if not name.endswith(".urlopen") or not node.args:
        return False
    address = f"{ast.unparse(node.args[0])}.startswith('data:')"
    return any(isinstance(part, ast.Call) and ast.unparse(part) == address for part in walk(ran.node))


def _names(function: FunctionSymbol, symbol: ClassSymbol) -> bool:
    """Tell whether a function is declared to give objects of a class."""
    return symbol.outline.name in (function.outline.annotation or "")


def _answers_to_anything(symbol: ClassSymbol) -> bool:
    """Tell whether a class makes up attributes, as a model does only where it takes extra fields."""
    found = find(symbol, "__getattr__")
    if found is None or not known.is_model(found[2].name):
        return found is not None
    settings = [
        binding
        for entry, _ in symbol.mro
        if entry.module.kind == "project"
        for name in ("model_config", "Config")
        for binding in entry.outline.names.get(name, ())
    ]
    return any(not isinstance(one, Bound) or "allow" in (one.source or "") for one in settings)
