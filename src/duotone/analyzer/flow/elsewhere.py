"""Judges coroutines that go elsewhere: returned, yielded, given away or kept, where the result was wanted."""

from __future__ import annotations

import ast
import dataclasses
import functools
import re
from collections.abc import Iterator

from duotone.analyzer.findings import Confidence
from duotone.analyzer.flow import leaving, onward
from duotone.analyzer.flow.declared import has_no_room
from duotone.analyzer.flow.file import File, Ran
from duotone.analyzer.flow.hints import either, handing
from duotone.analyzer.flow.hints.results import is_named_after, last, targets
from duotone.analyzer.flow.known import chain
from duotone.analyzer.flow.sites import Site, Use
from duotone.analyzer.link.operations import awaitability
from duotone.analyzer.link.values import UNKNOWN, Instance, TypeVariable, Value, options
from duotone.analyzer.parsing.walking import walk

__all__ = [
    "Verdict",
    "is_called_coroutine",
    "is_mostly_awaited",
    "is_never_awaited",
    "is_usual",
    "passed",
    "returned",
    "takes_care",
]

_COROUTINE_LIKE = re.compile(r"coro|task|fut|await|aw$|job|pending|promise|deferred|tracked|gen$")
_RESULT_LIKE = re.compile(
    r"(answer|chunk|content|item|line|message|output|record|repl(y|ie)|respons|result|row|text|value)(e?s)?$|receiv|collected"
)
_RUNS = re.compile(
    r"async|await|background|coro|defer|ensure|future|gather|run|schedul|shield|spawn|submit|task|timeout|wait"
)
_TAKES_CARE = re.compile(
    r"async|await|background|coro|defer|ensure|future|gather|schedul|shield|spawn|submit|task|timeout|wait"
    r"|(?<![a-z])(add|append|bind|call|cast|dispatch|enqueue|exec|extend|fire|insert|invoke|keep|push|put|register|retry"
    r"|run|set(?!ting|attr)|start|sync|track|wrap|with)"
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_GIVEN = frozenset({"escape", "param", "pass"})
_HABIT = 3
"""So many functions that await the same, for each that doesn't, make a habit."""
_COLORED = re.compile(r"async|await|coro")
_STREAMS = frozenset(f"typing.{name}" for name in ("AsyncGenerator", "AsyncIterable", "AsyncIterator"))
_ITERATORS = frozenset(f"typing.{name}" for name in ("Generator", "Iterable", "Iterator")) | _STREAMS


@dataclasses.dataclass(slots=True)
class Verdict:
    """A coroutine that is lost, how, and how sure that is.

    `pending` names what the rest of the project has to confirm: "function:parameter" for an argument,
    "attribute:Class.name" for an attribute that is only used as results are, "unawaited:Class.name" for one that nobody
    awaits, "taken:Class.name" for one of which attributes are taken, "return function" for what an async function
    returns, with "&siblings:callee" where others may tell, "callers function" for what a plain one does,
    "siblings:function" and "awaited:method" for a callee that others await, "no task:function" for one that begins
    none, "waits:decorator" for one whose functions plain code never leaves to themselves, "unwrapped:attribute.method"
    for one that no async method of its name hands on, "alone:function" for one that nobody else calls, "alike:function"
    for one that others only await or lose in the same way, "no awaited attribute:name" for what is kept so in something
    unknown, "unawaited call:function" for one whose calls nobody awaits, "unwelcome:function:parameter" for an argument
    that is not even asked whether it can be awaited, "overridden:function" and "not overridden:function" for a method
    of which others depend on what is put in its place, and "given function:parameter" with "&siblings:callee" for one
    where nothing tells but both. One of those between `|` is enough, and of those between `and` all are needed.
    """

    site: Site
    use: Use | None
    code: str
    confidence: Confidence
    ran: Ran
    pending: str = ""

    def given(self, condition: str) -> Verdict:
        """The same, for the case that the project confirms one thing more."""
        each = (f"{one} and {condition}" if one else condition for one in self.pending.split("|"))
        return dataclasses.replace(self, pending="|".join(each))


def returned(file: File, site: Site, ran: Ran, confidence: Confidence) -> Verdict | None:
    """A coroutine that is returned or yielded is lost where a plain value was promised."""
    symbol = ran.symbol
    if symbol is None or site.is_alternative:
        return None
    kind = "yield" if symbol.outline.is_generator else "return"
    direct = [use for use in site.uses if use.kind == kind]
    if not direct or not (ran.is_async or all(use.is_sure for use in direct)) or leaving.is_lift(site, ran):
        return None
    if not all(use.is_sure for use in direct):
        confidence = min(confidence, Confidence.LIKELY)
    declared = symbol.declared()
    if declared is not None and kind == "yield":
        declared = _item(declared)
    if declared is not None and _has_no_room(file, site, ran, declared):
        return _promised_otherwise(file, site, ran, direct[0], confidence)
    if kind == "yield":
        return None
    confidence = confidence if site.kind == "call" else min(confidence, Confidence.LIKELY)
    flag = handing.handed_back(ran, site.node) if not _is_awaitable(declared) else None
    if flag is not None:
        # Who asks for the coroutine may well await it, and has to be seen to take it for the result.
        led = "|".join(f"led {symbol.name}({flag[0]}={value})" for value in flag[1])
        return Verdict(site, direct[0], "DUO107", confidence, ran, led)
    told = _told_beside if site.kind == "call" else _told_by_callers
    return told(file, site, ran, direct[0], confidence)


def _is_awaitable(declared: Value | None) -> bool:
    """Tell whether something is declared to be awaitable, or may be."""
    return declared is not None and any(map(awaitability, options(declared)))


def _promised_otherwise(file: File, site: Site, ran: Ran, use: Use, confidence: Confidence) -> Verdict | None:
    """An annotation has no room for a coroutine; where a plain function breaks it on purpose, that is the fault."""
    code, pending = "DUO108" if site.is_contained else "DUO107", ""
    if not ran.is_async and use.kind == "return":
        if either.is_meant(file.source, ran, use.node) or _is_of_base(site, ran) or leaving.is_of_wrapped(site, ran):
            return None
        # Who awaits its calls knows better what they give.
        pending = f"unawaited call:{ran.name}"
    return Verdict(site, use, code, confidence, ran, pending)


def _is_of_base(site: Site, ran: Ran) -> bool:
    """Tell whether a method gives what the one gives that it overrides, as those who call either expect."""
    mine, theirs = ran.symbol, site.callee
    if mine is None or theirs is None or mine.owner is None or theirs.owner is None:
        return False
    return mine.outline.name == theirs.outline.name and mine.owner.is_subclass(theirs.owner.name)


def _told_by_callers(file: File, site: Site, ran: Ran, use: Use, confidence: Confidence) -> Verdict | None:
    """Who calls the function tells whether a coroutine is what they want: of an async one, those who await it."""
    symbol = ran.symbol
    declared = symbol.declared() if symbol is not None else None
    if symbol is None or _is_awaitable(declared):
        return None
    if ran.is_async:
        beside = f"&siblings:{site.callee.name}" if site.callee is not None else ""
        return Verdict(site, use, "DUO107", confidence, ran, f"return {symbol.name}{beside}")
    is_hidden = symbol.outline.decorators or symbol.outer is not None
    if declared is not None or is_hidden or symbol.outline.name in file.project.awaited_names:
        return None
    # A plain function passes it on: that is a fault where every caller takes what it gets for the result.
    return Verdict(site, use, "DUO107", confidence, ran, f"callers {symbol.name}")


def is_mostly_awaited(file: File, site: Site) -> bool:
    """Tell whether the same method of the same object is awaited at least as often as it isn't."""
    alike = (
        one for ran in file.ran for one in ran.sites if (one.kind, one.home, one.name) == ("call", site.home, site.name)
    )
    odd = [one for one in alike if not any(use.kind == "scheduled" for use in one.uses)]
    return file.awaited_often[site.home, site.name] >= max(1, len(odd))


def is_never_awaited(file: File, site: Site) -> bool:
    """Tell whether a method of this name, of receivers that begin alike, is called by habit here and never awaited."""
    ends = _ends(_text(site))
    if not ends or site.callee is not None or any(_ends(text) == ends for _, text in file.awaited_texts):
        return False
    guessed = (one for ran in file.ran for one in ran.sites if one.doubt == "named" and one.name == site.name)
    return len({one.node for one in guessed if _ends(_text(one)) == ends}) >= _HABIT


def _text(site: Site) -> str:
    """The names of what is called."""
    return chain(site.node.func) if isinstance(site.node, ast.Call) else ""


def _ends(text: str) -> list[str]:
    """Where a chain of names begins, in an object that has a name of its own, and its last name."""
    parts = text.split(".")
    start = 2 if parts[0] in {"self", "cls"} else 1
    return [*parts[:start], parts[-1]] if len(parts) > start else []


def is_usual(file: File, site: Site) -> bool:
    """Tell whether the functions of a file await a method of a parameter by habit, and few calls like this don't."""
    if not site.is_of_param:
        return False
    alike = [one for ran in file.ran for one in ran.sites if one.kind == "call" and one.name == site.name]
    odd = [one for one in alike if one is site or not any(use.kind == "scheduled" for use in one.uses)]
    return len(file.awaited_of_params.get(site.name, ())) >= _HABIT * len(odd)


def _told_beside(file: File, site: Site, ran: Ran, use: Use, confidence: Confidence) -> Verdict | None:
    """An async function that awaits the same method of the same object beside it tells what the call gives.

    That holds where the other is returned or dropped: whoever keeps its result may get a request to enter or to refine.
    """
    if ran.symbol is None or not ran.is_async or "." not in site.name or not isinstance(site.node, ast.Call):
        return None
    if is_usual(file, site):
        return Verdict(site, use, "DUO107", confidence, ran, f"return {ran.symbol.name}")
    parts = [*walk(ran.node)]
    if any(_COLORED.search(ast.unparse(part.test)) for part in parts if isinstance(part, ast.If | ast.IfExp)):
        return None
    ends = [part.value for part in parts if isinstance(part, ast.Expr | ast.Return)]
    awaited = [end.value for end in ends if isinstance(end, ast.Await) and isinstance(end.value, ast.Call)]
    alike = [call for call in awaited if chain(call.func) == site.name]
    # Who makes the very same call in both ways chooses by the color of what is called.
    if not alike or any(_given(call) == _given(site.node) for call in alike):
        return None
    return Verdict(site, use, "DUO107", confidence, ran, f"return {ran.symbol.name}")


def _given(call: ast.Call) -> list[str]:
    """The text of the arguments."""
    return [*map(ast.unparse, call.args), *map(ast.unparse, call.keywords)]


def _item(declared: Value) -> Value | None:
    """What a generator is declared to yield."""
    if isinstance(declared, Instance) and declared.symbol.name in _ITERATORS and declared.args:
        return declared.args[0]
    return None


def _has_no_room(file: File, site: Site, ran: Ran, declared: Value) -> bool:
    """Tell whether a declared type has no room for the coroutine; the variable that it would give is not itself."""
    if isinstance(declared, TypeVariable) and site.made is not None:
        result = site.made.awaited()
        if isinstance(result, TypeVariable) and result.name == declared.name:
            # Another function may call a variable of its own so, of which nobody knows what it stands for here.
            theirs = site.callee.declared() if site.callee is not None else None
            return ran.is_async or not isinstance(theirs, TypeVariable) or theirs.name != declared.name
    return has_no_room(file.project, declared, site.made or UNKNOWN)


def passed(site: Site, ran: Ran, confidence: Confidence) -> Verdict | None:
    """A value that went elsewhere: the rest of the project tells what becomes of it, or of others like it."""
    if site.kind == "call" or site.is_alternative:
        return None
    confidence = min(confidence, Confidence.LIKELY)
    if ran.is_async and _is_among_results(site):
        kept = [use.detail for use in site.uses if use.kind == "stored" and use.detail]
        return Verdict(site, site.uses[0], "DUO104", confidence, ran, f"unawaited:{kept[0]}" if kept else "")
    conditions: list[str] = []
    code, chosen = "DUO104", site.uses[0] if site.uses else None
    for use in site.uses:
        if use.kind == "param" and not conditions:
            code, chosen = "DUO106", use
            conditions.append(use.detail)
        elif use.kind == "stored" and use.detail and len(site.uses) == 1:
            chosen = use
            conditions.append(f"attribute:{use.detail}")
    if any(use.kind not in {"param", "stored", "text"} for use in site.uses):
        conditions.clear()
        code = "DUO104"
    conditions += _kept_and_given(site)
    if ran.is_async:
        conditions += _given_by_mistake(site)
    if ran.is_async and _is_kept(site, ran):
        conditions += (f"{told}{_unawaited(site, ran)}" for told in _told_by_others(site, ran))
    if not conditions:
        return None
    return Verdict(site, chosen, code, confidence, ran, "|".join(conditions))


def _kept_and_given(site: Site) -> Iterator[str]:
    """The attribute that a value is kept in, where it is given away besides, to nothing that runs it."""
    kept = [use.detail for use in site.uses if use.kind == "stored" and use.detail]
    others = [use for use in site.uses if use.kind != "stored"]
    if kept and others and all(use.kind in _GIVEN and not _RUNS.search(last(use.detail)) for use in others):
        yield f"taken:{kept[0]}"


def _given_by_mistake(site: Site) -> Iterator[str]:
    """The parameter that a value is given to and nothing else, where nothing awaits it and others await the callee."""
    use = site.uses[0] if len(site.uses) == 1 else None
    if use is None or use.kind != "param" or site.callee is None or takes_care(use):
        return
    if not _COROUTINE_LIKE.search(use.detail.rpartition(":")[2]):
        yield f"given {use.detail}&siblings:{site.callee.name}"


def _unawaited(site: Site, ran: Ran) -> str:
    """What has to hold besides: nobody awaits what attributes keep, a fixture yields, or a method gets by its name."""
    kept = sorted({use.detail for use in site.uses if use.kind == "stored" and use.detail})
    kept += {f"return {ran.name}" for use in site.uses if use.kind == "yield"}
    takers = sorted({taker for use in site.uses for taker in use.takers})
    return "".join([*(f" and unawaited:{one}" for one in kept), *(f" and unwelcome:{one}" for one in takers)])


def _unasked(site: Site) -> str:
    """What has to hold besides, of attributes of something unknown and of parameters: nobody awaits what they have."""
    names = {use.node.attr for use in site.uses if not use.detail and isinstance(use.node, ast.Attribute)}
    given = {use.detail for use in site.uses if use.kind == "param"}
    others = (f" and unwelcome:{name}" for name in sorted(given))
    return "".join([*(f" and no awaited attribute:{name}" for name in sorted(names)), *others])


def _told_by_others(site: Site, ran: Ran) -> Iterator[str]:
    """What tells that the result was wanted: that others await the callee, or whatever has its name.

    Where nobody else calls it, a plain function that gets it by the name of a result tells, since that can't await it.
    """
    if site.callee is not None:
        yield f"siblings:{site.callee.name}"
        if not site.doubt and not site.is_contained and _is_given_to_plain(site, ran):
            yield f"alone:{site.callee.name}{_unasked(site)}"
        if is_named_after(site) and not any(use.detail and takes_care(use) for use in site.uses):
            yield f"alike:{site.callee.name}{_unasked(site)}"
    elif site.doubt == "named":
        yield f"awaited:{site.name}"


def _is_given_to_plain(site: Site, ran: Ran) -> bool:
    """Tell whether a value with a name is given to what isn't awaited itself, and nothing more is done with it."""
    if not site.uses or not site.bound_to or any(use.kind not in _GIVEN or takes_care(use) for use in site.uses):
        return False
    given = {use.node for use in site.uses}
    awaited = (part.value for part in walk(ran.node) if isinstance(part, ast.Await))
    return all(given.isdisjoint(walk(part)) for part in awaited)


def is_called_coroutine(name: str) -> bool:
    """Tell whether a name says that it stands for a coroutine, or for several."""
    return _COROUTINE_LIKE.search(name.lower()) is not None


def takes_care(use: Use) -> bool:
    """Tell whether what a value is given to may run it, by its name; what has none may do anything."""
    return not use.detail or _may_run(use.detail)


@functools.lru_cache(maxsize=4096)
def _may_run(text: str) -> bool:
    """Tell it by the last name, with that of a home of tasks, and by the parameter where it is known.

    Who makes an object calls its class, which is async by its name since its methods are.
    """
    home, _, name = text.replace(".__init__:", ":").rpartition(".")
    is_of_tasks = "task" in home.rpartition(".")[2].lower()
    return is_of_tasks or _TAKES_CARE.search(_CAMEL.sub("_", name.removeprefix("Async")).lower()) is not None


def _is_kept(site: Site, ran: Ran) -> bool:
    """Tell whether the value was used as results are: assigned, or given to something, without a word of coroutines."""
    if len(site.uses) == 1 and site.uses[0].kind in {"escape", "pass"} and site.uses[0].detail:
        is_told = any(_COROUTINE_LIKE.search(last(ast.unparse(target))) for target in targets(site))
        is_told = is_told or takes_care(site.uses[0]) or _comes_out(site, ran)
        return not is_told or _is_added_to_results(site)
    if len(site.uses) == 1 and site.uses[0].kind == "yield":
        return not _gives_awaitables(ran)
    if leaving.is_among_others(site, ran.sites, _COROUTINE_LIKE):
        return True
    if not site.uses and not site.is_contained:
        return False
    return _is_named_as_a_result(site) and not any(_RUNS.search(last(use.detail)) for use in site.uses)


def _gives_awaitables(ran: Ran) -> bool:
    """Tell whether a generator is declared to yield awaitables, or has several places that all yield coroutines."""
    declared = ran.symbol.declared() if ran.symbol is not None else None
    item = _item(declared) if declared is not None else None
    if item is not None and any(map(awaitability, options(item))):
        return True
    made = {use.node for one in ran.sites if one.kind == "coroutine" for use in one.uses if use.kind == "yield"}
    yielded = [part.value for part in walk(ran.node) if isinstance(part, ast.Yield)]
    return len(yielded) > 1 and made.issuperset(yielded)


def _comes_out(site: Site, ran: Ran) -> bool:
    """Tell whether a value is given to what splits or passes it on, since something of that is run."""
    tell = onward.comes_out if site.is_contained else onward.goes_through
    return tell(ran.node, site.uses[0].node, _RUNS)


def _is_added_to_results(site: Site) -> bool:
    """Tell whether the value is added to what is called a list of results, wherever that list is."""
    names = [last(ast.unparse(target)) for target in targets(site)]
    return any(_RESULT_LIKE.search(name) and not _COROUTINE_LIKE.search(name) for name in names)


def _is_named_as_a_result(site: Site) -> bool:
    kept = [*targets(site)]
    return bool(kept) and not any(_COROUTINE_LIKE.search(last(ast.unparse(target))) for target in kept)


def _is_among_results(site: Site) -> bool:
    """Tell whether what the coroutine was assigned to stands for what it would give, everywhere else."""
    if site.made is None or not site.uses or not _is_named_as_a_result(site):
        return False
    if any(_RUNS.search(last(use.detail)) for use in site.uses):
        return False
    results = {option.symbol for option in options(site.made.awaited()) if isinstance(option, Instance)}
    others = (option for value in site.beside for option in options(value))
    return any(isinstance(other, Instance) and other.symbol in results for other in others)
