"""Runs one file and gives its facts: findings, what waits for the rest of the project, and what the project needs."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from duotone.analyzer import rules
from duotone.analyzer.findings import Confidence, Finding, Place, Step
from duotone.analyzer.flow import branches, deciding
from duotone.analyzer.flow.elsewhere import takes_care
from duotone.analyzer.flow.file import File, Ran
from duotone.analyzer.flow.hints import asking, decorating, handing, inheriting, supplanting, wrapping
from duotone.analyzer.flow.sites import CALLED, Site, Use
from duotone.analyzer.flow.verdicts import all_meant, meant, verdicts
from duotone.analyzer.link.implementing import stood_for
from duotone.analyzer.link.project import Project
from duotone.analyzer.link.scopes import FunctionScope
from duotone.analyzer.link.symbols import ClassSymbol, ModuleSymbol
from duotone.analyzer.link.values import (
    ClassObject,
    FunctionObject,
    unbound,
)
from duotone.analyzer.marks import is_protocol, marks_of
from duotone.analyzer.parsing import Fault, Parsed
from duotone.analyzer.rules.duo001_unreadable_code import doubt_about
from duotone.analyzer.rules.facts import NEEDING, CallFact, ClassFact, FileFacts, FunctionFact
from duotone.analyzer.rules.trust.suites import is_of_tests
from duotone.analyzer.rules.writer import Writer

__all__ = ["TOO_DEEP", "analyzed"]

TOO_DEEP = "too deeply nested"

_Hook = Callable[..., Any]


def _with(name: str) -> list[tuple[rules.Rule, _Hook]]:
    return [(rule, hook) for rule in rules.ALL if (hook := rule.hook(name)) is not None]


_VERDICTS = {rule.code: (rule, hook) for rule, hook in _with("on_verdict")}
_OBSERVERS = {
    kind: [(rule, hook) for rule, hook in _with("on_observation") if kind in rule.observes]
    for kind in {kind for rule in rules.ALL for kind in rule.observes}
}
_FUNCTIONS = _with("on_function")
_COLLECTORS = _with("collect")
_FILES = _with("on_file")


def analyzed(project: Project, module: ModuleSymbol, parsed: Parsed, path: str) -> FileFacts:
    """Run the bodies of a file and let the rules look at what happened."""
    previous = project.enter(module.path)
    file = File(project, module, parsed.tree, parsed.text, _unread(parsed))
    try:
        return _facts(file, parsed, path)
    finally:
        file.let_go()
        project.leave(previous)
        project.traces.end(module.path, f"{module.name}:")


def _unread(parsed: Parsed) -> list[int]:
    """The lines where something could not be read."""
    return [fault.line for fault in parsed.faults]


def _facts(file: File, parsed: Parsed, path: str) -> FileFacts:
    file.run()
    writer = Writer(file, path, file.reader.text.lines, parsed.cells)
    _judged(file, writer)
    faults = (*parsed.faults, *map(_too_deep, file.too_deep))
    findings = [_unreadable(path, fault, writer.lines) for fault in faults[:1]]
    return FileFacts(
        path,
        file.module.name,
        len(writer.lines) - (not writer.lines[-1]),  # nothing follows the last line end
        findings + writer.findings,
        writer.pending,
        [_function(file, writer, ran) for ran in file.ran],
        [_class(node, symbol) for node, symbol in file.classes],
        sorted(file.values()),
        _given(file, writer),
        _attributes(file, path),
        _dispatched(file, writer),
        sorted(file.offloaded),
        sorted({*file.patterns, *(f"{owner}:[!_]*" for owner in file.asked_owners())}),
        {rule.code: hook(file, writer) for rule, hook in _COLLECTORS},
        _hidings(writer),
    )


def _hidings(writer: Writer) -> list[tuple[int, int, int, int, str]]:
    return [
        (lines.start, lines.stop, hiding.line, writer.column(hiding.line, hiding.offset), hiding.text)
        for lines, hiding in writer.hidings
    ]


def _judged(file: File, writer: Writer) -> None:
    for verdict in verdicts(file):
        if verdict.code in _VERDICTS:
            rule, hook = _VERDICTS[verdict.code]
            hook(rule, verdict, writer)
    for observation in file.observations:
        for rule, hook in _OBSERVERS.get(observation.kind, ()):
            hook(rule, observation, writer)
    for rule, hook in _FUNCTIONS:
        for ran in file.ran:
            hook(rule, ran, writer)
    for rule, hook in _FILES:
        hook(rule, file, writer)


def _too_deep(statement: ast.stmt) -> Fault:
    return Fault(statement.lineno, statement.col_offset + 1, statement.lineno, statement.col_offset + 2, TOO_DEEP)


def _unreadable(path: str, fault: Fault, lines: Sequence[str]) -> Finding:
    rule = rules.by_code("DUO001")
    place = Place(path, fault.line, fault.column, fault.end_line, fault.end_column)
    doubt = doubt_about(path, lines, fault.line, fault.end_line)
    confidence = Confidence.POSSIBLE if doubt else Confidence.CERTAIN
    proof = (Step("because", doubt),) if doubt else ()
    return Finding(rule.code, rule.name, fault.message, rule.severity, confidence, place, proof=proof)


def _function(file: File, writer: Writer, ran: Ran) -> FunctionFact:
    node = ran.node
    calls = [*_calls(file, writer, ran)]
    shown = {one.node: str(one.data["shown"]) for one in ran.observed if one.kind == "call"}
    blocking = [
        (shown[call], call.lineno, writer.column(call.lineno, call.col_offset), instead)
        for _, call, instead in file.blocking(ran)
    ]
    loops = [(name, call.lineno, writer.column(call.lineno, call.col_offset)) for name, call in file.loops(ran)]
    marks = sorted({*marks_of(file, ran)})
    chosen = [] if ran.is_async else [*branches.chosen_lines(node.body)]
    is_blocking = bool(blocking) or (ran.is_async and "asks" in marks)
    is_plain = not ran.is_async and bool(calls or loops)
    decided: list[deciding.Decided] = []
    if not isinstance(node, ast.Module) and (chosen or is_blocking or (is_plain and _has_arms(writer, node))):
        decided = deciding.decided_lines(node, writer.column, is_blocking=is_blocking)
    return FunctionFact(
        name=ran.name or f"{file.module.name}:",
        line=getattr(node, "lineno", 1),
        column=writer.header(node).column if not isinstance(node, ast.Module) else 1,
        marks=marks,
        calls=calls,
        params={site.name: sorted(set(_uses(site))) for site in ran.params},
        blocking=blocking,
        loops=loops,
        overrides=[*_overridden(ran)],
        inner=_inner(ran),
        chosen=chosen,
        decided=decided,
    )


def _has_arms(writer: Writer, node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Tell whether a function may have `… if … else …`, by a look at its text."""
    return any(" else " in line for line in writer.lines[node.lineno - 1 : node.end_lineno])


def _calls(file: File, writer: Writer, ran: Ran) -> Iterator[CallFact]:
    """What a function calls of the project."""
    asked = deciding.asked_lines(ran.node) if ran.calls and "isinstance(" in file.source else ()
    for symbol, call, is_awaited in ran.calls:
        if symbol.module.kind == "project":
            given = {} if symbol.outline.is_async else deciding.given(symbol, call, ran.node, asked)
            column = writer.column(call.lineno, call.col_offset)
            name = ran.wrapped.get(call) or _called(call) if isinstance(symbol.scope, FunctionScope) else ""
            yield CallFact(symbol.name, call.lineno, column, is_awaited, given, name)


def _called(call: ast.expr) -> str:
    """The last name of what is called."""
    target = call.func if isinstance(call, ast.Call) else call
    return target.id if isinstance(target, ast.Name) else getattr(target, "attr", "")


def _inner(ran: Ran) -> list[str]:
    """The functions within a function that it returns."""
    return [
        value.symbol.name
        for value, _ in ran.returned
        if isinstance(value, FunctionObject) and value.symbol.outer is ran.symbol and ran.symbol is not None
    ]


def _besides(use: Use) -> Iterator[str]:
    """What else a use tells of a parameter."""
    if use.kind in {"escape", "pass"} and takes_care(use):
        yield "entrusted"
    elif use.kind == "asked" and not use.is_for_function:
        yield "welcome"
    elif use.kind == "call" and use.detail == CALLED:
        yield CALLED
    elif use.kind == "stored" and use.detail:
        yield f"kept {use.detail.rpartition('.')[2]}"


def _uses(site: Site) -> Iterator[str]:
    """What a body does with a parameter; it isn't left with one that it could do nothing with before."""
    is_left = not _is_needed_first(site)
    for use in site.uses:
        if not is_left and use.kind == "given back":
            continue
        if use.kind == "param":
            yield use.detail
        elif use.kind == "result" or (use.kind == "call" and site.results and isinstance(use.node, ast.Call)):
            continue  # what calling it gives tells more, unless somebody else calls it
        else:
            yield meant(use)
        yield from _besides(use)
    for result in site.results:
        if not result.uses:
            yield "()unused"
        for use in result.uses:
            yield f"(){meant(use)}"


def _is_needed_first(site: Site) -> bool:
    """Tell whether the body, whichever way it goes, fails on a coroutine before it could return it."""
    if not isinstance(site.node, ast.FunctionDef) or not any(use.kind == "given back" for use in site.uses):
        return False
    surely = set(branches.always(site.node.body))
    for use in site.uses:
        if use.kind == "given back":
            return False
        # A parameter with an annotation would take the coroutine without a word.
        if meant(use) in NEEDING and ":" not in use.detail and use.node in surely:
            return True
    return False


def _overridden(ran: Ran) -> Iterator[str]:
    """The methods that a method overrides or implements; many methods may have the same wrapper in their place."""
    symbol = ran.symbol
    if symbol is None or symbol.owner is None:
        return
    for entry, _ in stood_for(symbol.owner, symbol.outline.name):
        raw = entry.raw(symbol.outline.name)
        raw = unbound(raw) if raw is not None else None
        if isinstance(raw, FunctionObject):
            name = symbol.outline.name
            yield raw.symbol.name if raw.symbol.outline.name == name else f"{entry.name}.{name}"


def _class(node: ast.ClassDef, symbol: ClassSymbol) -> ClassFact:
    bases = [base.symbol.name for base in symbol.bases() if isinstance(base, ClassObject)]
    marks = ["foreign"] if symbol.has_unknown_base else []
    if is_protocol(symbol):
        marks.append("protocol")
    return ClassFact(symbol.name, node.lineno, bases, marks)


def _given(file: File, writer: Writer) -> list[tuple[str, str, str, int, int, int]]:
    """Functions that were given to untyped parameters: the function, its color, the parameter, and where."""
    rows: list[tuple[str, str, str, int, int, int]] = []
    for function, target, node in file.functions_given:
        place = writer.place(node)
        color = file.color_of(function)
        rows.append((function.name, color, target, place.line, place.column, place.end_column))
    return rows


def _attributes(file: File, path: str) -> dict[str, list[str]]:
    found: dict[str, set[str]] = {}
    for ran in file.ran:
        for site in ran.sites:
            if site.kind == "attribute":
                uses = {*_kept_uses(site, ran)}
                for name in (site.name, *handing.asked_for(site, ran)):
                    found.setdefault(name, set()).update(uses)
            elif site.kind == "element":
                found.setdefault(site.name, set()).update(_uses(site))
            elif site.via is not None:
                found.setdefault(f"return {site.via.name}", set()).update(kind for _, kind in all_meant(site))
    for name, kind in _told(file, path):
        found.setdefault(name, set()).add(kind)
    return {name: sorted(kinds) for name, kinds in found.items()}


def _told(file: File, path: str) -> Iterator[tuple[str, str]]:
    """What a file tells of names by itself, and what that is."""
    yield from ((f"asked {name}", "asked") for name in asking.asked_methods(file.source, file.tree))
    yield from ((f"handed {name}", "given") for name in file.handed)
    yield from ((f"called {name}", "call") for name in file.called_attributes)
    yield from ((f"handed to {name}", target) for name, target in file.handed_blindly if target)
    yield from ((f"object for {target}", told) for ran in file.ran for target, told in ran.shown)
    yield from ((f"value {name}", "given") for name, _ in file.handed_blindly)
    yield from ((f"awaited {name}", "await") for name in (*file.awaited_blindly, *inheriting.awaited(file)))
    yield from ((f"handed on {name}", "return") for name in wrapping.handed_on(file))
    yield from ((f"left {name}", "discard") for name in decorating.left_to_themselves(file))
    yield from ((f"awaited attribute {name}", "await") for name in file.awaited_attributes)
    replaced = (*file.replaced, *supplanting.supplanted(file.source, file.tree))
    yield from ((f"put {name}", "test" if is_of_tests(path) else "code") for name in file.put_async)
    yield from ((f"replaced {name}", "by a test" if is_of_tests(path) else "by code") for name in replaced)
    if asking.asks_for_colors(file.source):
        yield f"asked in {path}", "asked"
        if asking.recolors_attributes(file.source, file.tree):
            yield "recolors", "attributes"
    if is_of_tests(path):
        return
    yield from ((f"given away {name}", "given") for name in file.given_away)
    if asking.recolors_classes(file.source):
        yield "recolors", "methods"


def _kept_uses(site: Site, ran: Ran) -> Iterator[str]:
    """What is done with a coroutine that was kept or returned; one that is returned once more goes to other callers."""
    for use, kind in all_meant(site):
        if kind == "leave" and ran.is_async and site.name.startswith("return "):
            yield f"return {ran.name}"
        elif kind in {"escape", "pass"} and not takes_care(use):
            yield "given"
        else:
            yield kind


def _dispatched(file: File, writer: Writer) -> list[tuple[list[str], int, int, int, str]]:
    rows: list[tuple[list[str], int, int, int, str]] = []
    for handlers, node, ran in file.dispatched:
        place = writer.place(node)
        rows.append((handlers, place.line, place.column, place.end_column, ran.name if ran is not None else ""))
    for ran in file.ran:
        for holding in [site for site in ran.sites if site.kind == "element"]:
            for use in [use for result in holding.results for use in result.uses if use.kind == "await"]:
                place = writer.place(use.node)
                rows.append(([holding.name], place.line, place.column, place.end_column, ran.name))
    return rows
