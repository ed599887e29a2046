"""The words that tell the rest of the project what a function is like (see `rules.facts.MARKS`)."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator

from duotone.analyzer.flow import branches
from duotone.analyzer.flow.file import File, Ran
from duotone.analyzer.flow.hints import asking
from duotone.analyzer.flow.hints.saying import says_why_async
from duotone.analyzer.flow.keeping import made_as
from duotone.analyzer.flow.sites import Site
from duotone.analyzer.flow.verdicts import is_settled
from duotone.analyzer.flow.waiting.lending import calls_what_it_is_given, lends_loop, runs_in_browser
from duotone.analyzer.flow.waiting.memos import fills_memo
from duotone.analyzer.flow.waiting.sleeping import only_sleeps
from duotone.analyzer.flow.waiting.unbounded import puts_own
from duotone.analyzer.knowledge.standard import INERT
from duotone.analyzer.link.attributes import find
from duotone.analyzer.link.decorators import BARE
from duotone.analyzer.link.operations import awaitability, is_future
from duotone.analyzer.link.resolution import is_remade
from duotone.analyzer.link.symbols import ClassSymbol, FunctionSymbol
from duotone.analyzer.link.values import (
    NONE,
    AsyncStream,
    ClassObject,
    Coroutine,
    Foreign,
    Form,
    Instance,
    Unknown,
    Value,
    options,
)
from duotone.analyzer.outline import Binding, Function, Import
from duotone.analyzer.outline import Value as Bound
from duotone.analyzer.parsing.walking import walk

__all__ = ["is_protocol", "marks_of"]

_CALL = re.compile(r"[\w.]+\(.*\)", re.DOTALL)
_KEEPS = re.compile(r"([\w.]*\.)?(cached_property|(lru_)?cache(\(.*\))?)", re.DOTALL)
"""Decorators that keep the first result."""
_REMEMBERS = re.compile(r"(functools\.)?(cache|lru_cache(\((maxsize=)?(None|[1-9]\d*)?\))?)")
"""Decorators that keep the result of a function without parameters as long as the process is there."""
_FUTURE = re.compile(r"(deferred|future|promise|task)(\(\))?$", re.IGNORECASE)
_MAPPING = re.compile(r"\b(Dict|dict|Mapping|MutableMapping)\b")
_OF_PLAIN_STREAMS = frozenset({"discard", "iterate", "unpack"})
_GLOBAL = ("global ",)
_SETS = ("set_event_loop(",)
_BEGINS = ("create_task(", "ensure_future(", "create_future(")


def marks_of(file: File, ran: Ran) -> Iterator[str]:
    """What a function is like by its definition, by its body, and by what it is surrounded with."""
    yield from _marks(ran)
    yield from _circumstances(file, ran)
    if only_sleeps(file, ran):
        yield "sleeps"
    if puts_own(file, ran):
        yield "puts"
    if fills_memo(file, ran):
        yield "fills"


def _marks(ran: Ran) -> Iterator[str]:
    symbol = ran.symbol
    if symbol is None:
        yield "module"
        return
    outline = symbol.outline
    questions = [_of_definition(symbol), _of_decorators(outline), _of_body(ran, outline), _of_results(ran, outline)]
    if symbol.owner is not None:
        questions.append(_of_owner(ran, outline, symbol.owner))
    for answers in questions:
        yield from (word for word, holds in answers.items() if holds)
    yield from (f"@{text.partition('(')[0]}" for text in outline.decorators if text not in BARE)
    yield from sorted({f"={one.name}" for value, _ in ran.returned for one in _handed_on(value)})
    if symbol.owner is not None and not outline.is_async:
        yield from sorted({f".{name}" for _, node in ran.returned for name in _left_to_own(ran, node.value)})


def _lacks_await(site: Site) -> bool:
    """Tell whether a function may have made something that lacks its `await`: a stream is handed on without one."""
    if site.is_deferred or site.kind not in {"coroutine", "stream", "call"}:
        return False
    if site.kind == "stream":
        return not site.uses or any(use.kind in _OF_PLAIN_STREAMS for use in site.uses)
    return not is_settled(site)


def _of_definition(symbol: FunctionSymbol) -> dict[str, bool]:
    outline = symbol.outline
    return {
        "async": outline.is_async,
        "generator": outline.is_generator,
        "stub": outline.is_stub,
        "fallback": symbol.owner is None and _is_one_of_several(symbol),
        "injected": outline.is_async and any(_CALL.fullmatch(param.default or "") for param in outline.params),
    }


def _of_decorators(outline: Function) -> dict[str, bool]:
    texts = outline.decorators
    return {
        "overload": any(text.rpartition(".")[2] == "overload" for text in texts),
        "decorated": any(text not in {"staticmethod", "classmethod"} for text in texts),
        "keeps": any(_KEEPS.fullmatch(text) for text in texts),
        "remembers": not outline.params and any(_REMEMBERS.fullmatch(text) for text in texts),
    }


def _of_owner(ran: Ran, outline: Function, owner: ClassSymbol) -> dict[str, bool]:
    """What a method is like by its class."""
    return {
        "method": True,
        "face": outline.is_async and _is_of_face(owner, outline.name),
        "foreign": owner.has_unknown_base,
        "library": any(one.module.kind != "project" and one.module.name not in INERT for one, _ in owner.mro),
        "protocol": is_protocol(owner),
        "remade": outline.is_async and is_remade(owner),
        "open": any(_is_left_to_others(owner, one) for one in ran.returned),
    }


def _of_body(ran: Ran, outline: Function) -> dict[str, bool]:
    body = ran.node.body
    return {
        "refuses": not ran.returned and not ran.suspends and branches.only_raises(body),
        "fails": not outline.is_async and not ran.returned and branches.always_raises(body),
        "ignores": outline.is_async and not ran.suspends and _ignores_params(ran),
        "suspends": ran.suspends,
        # What is dropped and can't be read may be a coroutine that lacks its await, and is likely to be by its name.
        "makes": ran.drops_async or any(map(_lacks_await, ran.sites)),
        "drops": ran.drops_unknown is not None,
        "nested": ran.outer is not None and ran.outer.symbol is not None,
    }


def _of_results(ran: Ran, outline: Function) -> dict[str, bool]:
    vague = [_is_vague(value) for value, _ in ran.returned]
    given = [one for value, _ in ran.returned for one in options(value)]
    return {
        "gives": any(value is not NONE or _is_handed_on(ran, node) for value, node in ran.returned),
        "maps": outline.is_async and any(_is_of_mappings(value) or _maps(ran, node) for value, node in ran.returned),
        "vague": bool(vague) and all(vague),
        "untold": outline.annotation is None and any(vague),
        "starts": not outline.is_async and any(map(_is_begun, given)),
        "streams": not outline.is_async and any(isinstance(one, AsyncStream) for one in given),
        "either": any(isinstance(one, Coroutine) for one in given),
    }


def _handed_on(value: Value) -> Iterator[FunctionSymbol]:
    """The plain functions that are only said to give the awaitables of a value."""
    made = [one.callee for one in options(value) if isinstance(one, Coroutine)]
    yield from (callee for callee in made if callee is not None and not callee.outline.is_async)


def _left_to_own(ran: Ran, node: ast.expr | None, seen: Collection[str] = ()) -> Iterator[str]:
    """The methods of its own object that a method returns the results of, as they are.

    What a name is bound to may have that name in it again (`path = path.strip() if path else path`).
    """
    if isinstance(node, ast.Name) and node.id not in seen:
        seen = {*seen, node.id}
        node = made_as(ran.node, node.id)
    match node:
        case ast.IfExp(body=first, orelse=second):
            yield from _left_to_own(ran, first, seen)
            yield from _left_to_own(ran, second, seen)
        case ast.Call(func=ast.Attribute(value=ast.Name(id="self" | "cls"))):
            yield from (symbol.name for symbol, call, _ in ran.calls if call is node)
        case _:
            pass


def _ignores_params(ran: Ran) -> bool:
    return not isinstance(ran.node, ast.Module) and branches.ignores_params(ran.node)


def _is_of_face(owner: ClassSymbol, method: str) -> bool:
    """Tell whether a class is the async face of another that it knows, by its name, and has the method from there."""
    name = owner.outline.name
    if "Async" not in name:
        return False
    other = owner.module.lookup(name.replace("Async", "", 1))
    return isinstance(other, ClassObject) and other.symbol is not owner and find(other.symbol, method) is not None


def _is_one_of_several(symbol: FunctionSymbol) -> bool:
    """Tell whether something else has the name of a function too, whose color it has: an import, or another branch."""
    bindings = symbol.module.outline.names.get(symbol.outline.name, ())
    return any(isinstance(one, Import | Bound) or _is_alternative(one, symbol) for one in bindings)


def _is_alternative(binding: Binding, symbol: FunctionSymbol) -> bool:
    """Tell whether a name stands for another async function too, where something else holds."""
    if not isinstance(binding, Function) or binding.line == symbol.outline.line:
        return False
    return binding.is_async and not any(text.rpartition(".")[2] == "overload" for text in binding.decorators)


def _circumstances(file: File, ran: Ran) -> Iterator[str]:
    """What the body tells about where it runs, and what it runs."""
    if file.needs_loop(ran):
        yield "loop"
    if ran.symbol is None:
        return
    if ran.is_async and not ran.suspends and says_why_async(file.tree, ran.node):
        yield "meant"
    if not ran.is_async and asking.has(file.source, _BEGINS) and any(map(_is_kept, ran.returned)):
        yield "lasting"
    if asking.asks_where_it_runs(file.source, ran.node):
        yield "asks"
    if not ran.is_async and asking.answers_by_none(file.source, ran.node):
        yield "answers"
    yield from _loops_around(file, ran)
    if not ran.is_async and asking.has(file.source, _GLOBAL) and _fills_global(ran.node) and any(file.loops(ran)):
        yield "once"
    if not ran.is_async and file.fixtures.gives_loop(ran.symbol):
        yield "equipped"
    if ran.is_async and asking.replaces(file.source, ran.node):
        yield "replaces"


def _loops_around(file: File, ran: Ran) -> Iterator[str]:
    """What a function does to the loop of its thread, and whether one is always there, or never."""
    if not ran.is_async and asking.refuses_loops(file.source, ran.node.body):
        yield "insists"
    if asking.has(file.source, _SETS) and any(name.endswith(".set_event_loop") for name, _, _ in file.calls(ran)):
        yield "sets"
        if lends_loop(ran):
            yield "lends"
            if calls_what_it_is_given(ran):
                yield "entrusts"
    if runs_in_browser(file, ran):
        yield "browser"


def _fills_global(node: ast.AST) -> bool:
    """Tell whether a function asks for a global name that it gives a value itself."""
    parts = [*walk(node)]
    names = {name for part in parts if isinstance(part, ast.Global) for name in part.names}
    if not names:
        return False
    asked = {
        one.id for part in parts if isinstance(part, ast.If) for one in walk(part.test) if isinstance(one, ast.Name)
    }
    return any(isinstance(part, ast.Assign) and ast.unparse(part.targets[0]) in names & asked for part in parts)


def _is_handed_on(ran: Ran, returned: ast.Return) -> bool:
    """Tell whether a function gives what a method of another object does, which may be of any class below its own."""
    made = returned.value
    if isinstance(made, ast.Name):
        made = made_as(ran.node, made.id)
    target = made.func if isinstance(made, ast.Call) else None
    is_own = isinstance(target, ast.Attribute) and getattr(target.value, "id", "") in {"self", "cls"}
    return isinstance(target, ast.Attribute) and not is_own and not isinstance(target.value, ast.Call)


def _is_left_to_others(owner: ClassSymbol, returned: tuple[Value, ast.Return]) -> bool:
    """Tell whether a method gives what another method of its object gives, which its class doesn't have or know of."""
    value, node = returned
    target = node.value.func if isinstance(node.value, ast.Call) else None
    if not (isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self"):
        return False
    is_kept = any(target.attr in entry.outline.attributes for entry, _ in owner.mro)
    return not is_kept and any(awaitability(option) is not False for option in options(value))


def _is_of_mappings(value: Value) -> bool:
    """Tell whether a value is a dictionary, or a container of some."""
    found = [option for option in options(value) if isinstance(option, Instance)]
    return any(one.symbol.name == "builtins.dict" or any(map(_is_of_mappings, one.args)) for one in found)


def _maps(ran: Ran, returned: ast.Return) -> bool:
    """Tell whether what is returned by name is declared in the body to hold dictionaries too, or is given some."""
    name = returned.value.id if isinstance(returned.value, ast.Name) else ""
    if not name:
        return False
    for part in walk(ran.node):
        match part:
            case ast.AnnAssign(target=ast.Name(id=target)) if target == name:
                if _MAPPING.search(ast.unparse(part.annotation)):
                    return True
            case ast.Call(func=ast.Attribute(value=ast.Name(id=target), attr="append"), args=[item]) if target == name:
                if _is_mapping(item):
                    return True
            case _:
                pass
    return False


def _is_mapping(node: ast.expr) -> bool:
    """Tell whether an expression is written as a dictionary."""
    is_made = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "dict"
    return is_made or isinstance(node, ast.Dict | ast.DictComp)


def _is_begun(value: Value) -> bool:
    """Tell whether a value is a task or a future, or what a library that can't be read calls so."""
    return is_future(value) or (isinstance(value, Foreign) and _FUTURE.search(value.name) is not None)


def _is_kept(returned: tuple[Value, ast.Return]) -> bool:
    """Tell whether a method gives what its object keeps and nobody has declared, which may be a task that was begun."""
    value, node = returned
    match node.value:
        case ast.Attribute(value=ast.Name(id="self")):
            return _is_vague(value)
        case _:
            return False


def _is_vague(value: Value) -> bool:
    """Tell whether what is returned can't be read, so that it may be something to await."""
    return any(isinstance(one, Foreign | Unknown) for one in options(value))


def is_protocol(symbol: ClassSymbol) -> bool:
    """Tell whether a class is one that others only have to look like."""
    return any(isinstance(base, Form) and base.name == "Protocol" for base in symbol.bases())
