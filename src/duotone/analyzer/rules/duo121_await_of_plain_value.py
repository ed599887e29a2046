"""Something is awaited that can't be.

## What it does
Finds `await` of a call of a plain function, of a number, a string, a list, None or an instance without `__await__`.

## Why is this bad?
It raises `TypeError: object … can't be used in 'await' expression` when it runs, after the call has had its effect.

## Example
```python
def load(path):
    return path.read_text()


async def show(path):
    print(await load(path))
```

## Use instead
```python
def load(path):
    return path.read_text()


async def show(path):
    print(load(path))
```

## When it stays silent
Left alone is what may be right:

- what may be awaitable, because a base, a decorator or a result can't be read, or a class below has `__await__`;
- methods that somebody replaces, or that are asked for by names which are put together, since classes below may have
  others;
- functions that everybody awaits, where only an annotation says that they give something plain;
- helpers that raise whichever way they go, so that nothing is ever awaited;
- callbacks that are awaited against their annotation, or that tasks are made of: DUO702 looks at the functions that are
  given;
- what `*name` takes where it is annotated as a list of awaitables, which may be meant for all of it;
- an `await` whose line has a comment such as `# type: ignore[misc]`, mypy's name for it, which says that it is meant to
  fail.

Only possible, and shown with `--min-confidence possible`, since another object may make it right:

- in a test with mocks, the await of what a function has given;
- in `__aexit__`, the await of what an object gives that the class was given, where `__exit__` calls the same;
- the await of what a field of another object gives, or of one that the class was given, where an annotation names a
  class that has an async twin, since that may be there;
- the await of what a parameter or a field gives, where only its annotation names a class for plain code that isn't of
  the project, such as `sqlite3.Connection`, and nobody in the project is seen to give it such an object: callers may
  have the object of an async library.

## Fix
The `await` is removed, with the parentheses that were only there for it. It is safe where the callee is a function of
the project, since the call fails as it stands. It is unsafe elsewhere, and where the message names an async twin of the
method, in the async twin of its class or beside it, since that may be what was meant. There is none for a statement
that only puts a query of a library together and sends it nowhere, since without `await` it would do nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from duotone.analyzer.findings import Confidence, Severity, Step
from duotone.analyzer.flow import known
from duotone.analyzer.flow.file import Observation, Ran
from duotone.analyzer.flow.hints import asking
from duotone.analyzer.link.attributes import find
from duotone.analyzer.link.named import classes_with
from duotone.analyzer.link.overloads import has_both_colors
from duotone.analyzer.link.project import Project
from duotone.analyzer.link.symbols import ClassSymbol, FunctionSymbol
from duotone.analyzer.link.values import FunctionObject, Instance, NoneObject, Tuple, Value, options
from duotone.analyzer.parsing.walking import walk
from duotone.analyzer.rules.blocking.offering import twins_of
from duotone.analyzer.rules.fixing import fixes
from duotone.analyzer.rules.fixing.idling import is_idle
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.trust.suites import is_of_tests
from duotone.analyzer.rules.twins.colorless import plain_name
from duotone.analyzer.rules.twins.pairing import crossing_pairs, function_pairs
from duotone.analyzer.rules.writer import Writer, class_name, short

__all__ = ["OBSERVES", "SEVERITY", "on_observation"]

SEVERITY = Severity.ERROR
OBSERVES = ("await plain",)
_OBJECT_AND_FIELD = 2


def on_observation(rule: Rule, observation: Observation, writer: Writer) -> None:
    """Report an await of something that can't be awaited."""
    node, value, ran = observation.node, observation.data["value"], observation.function
    assert isinstance(value, Value)
    kinds = " or ".join(dict.fromkeys(map(_kind, options(value))))
    proof: list[Step] = []
    callee = observation.data.get("callee")
    is_ours = isinstance(callee, FunctionObject) and callee.symbol.module.kind == "project"
    twin = _twin(writer.file.project, callee.symbol) if isinstance(callee, FunctionObject) and is_ours else ""
    if isinstance(callee, FunctionObject):
        proof.append(writer.definition(callee.symbol, beside=twin))
    conditions = [f"no awaitable:{name}" for name in _classes(value)]
    # Overloads of both colors were chosen from, and the body that they share keeps to all of them.
    if isinstance(callee, FunctionObject) and not has_both_colors(callee.symbol):
        conditions.append(_condition(callee.symbol.name, kinds, writer.path))
    pending = " and ".join(conditions)
    if not isinstance(node, ast.Await):
        message = f"this gives {kinds}, which can't be awaited"
        writer.add(rule, node, message, proof=proof, ran=ran, pending=pending)
        return
    is_left_idle = is_idle(writer.layout, node, ran, value)
    fix = None if is_left_idle else fixes.stop_awaiting(writer, node, is_safe=is_ours and not twin)
    message = f"`await` of {kinds}, which can't be awaited"
    if isinstance(callee, FunctionObject) and twin:
        message += f"; `{short(twin, beside=callee.symbol.name)}` is its async twin"
    # What a test puts in the place of a function comes back from those that call it.
    is_made_up = (
        callee is None
        and is_of_tests(writer.path)
        and ran is not None
        and asking.replaces(writer.file.source, ran.node)
    )
    is_open = is_made_up or (ran is not None and _serves_both(ran, node.value, writer))
    # Who has an object from elsewhere may have the async twin, whatever an annotation says.
    is_open = is_open or (bool(twin) and ran is not None and _is_of_another(ran, node.value))
    believed = ",".join(observation.data.get("believed", ()))
    for confidence, condition in _sureness(believed, is_open=is_open):
        waiting = " and ".join(filter(None, (pending, condition)))
        writer.add(rule, node, message, proof=proof, fix=fix, ran=ran, confidence=confidence, pending=waiting)


def _sureness(believed: str, *, is_open: bool) -> Sequence[tuple[Confidence, str]]:
    """How sure a finding is, and on what condition: who awaits contradicts the annotation of a parameter.

    Only what the project gives to that tells which of both is right.
    """
    if is_open or not believed:
        return [(Confidence.POSSIBLE if is_open else Confidence.CERTAIN, "")]
    return [(Confidence.CERTAIN, f"shown:{believed}"), (Confidence.POSSIBLE, f"not shown:{believed}")]


def _twin(project: Project, symbol: FunctionSymbol) -> str:
    """The async twin of a method, which may be meant: in the async twin of its class, or beside it."""
    owner, name = symbol.owner, symbol.outline.name
    if owner is None:
        return ""
    project.touch(f"#{name}")
    modules = [project.module(one) for one in project.methods[name].modules] if name in project.methods else []
    having = (one for module in modules if module is not None for one in classes_with(module, name))
    twins = (f"{one.name}.{name}" for one in having if _are_twins(one, owner))
    return next(twins, "") or next((one for one in twins_of(symbol.name) if _is_async(owner, one)), "")


def _are_twins(one: ClassSymbol, other: ClassSymbol) -> bool:
    """Tell whether two classes have the same name but for the color, there or in the names of their modules."""
    if one.module is other.module:
        return one is not other and plain_name(one.outline.name) == other.outline.name
    return (one.name, other.name) in crossing_pairs([one.name, other.name], {one.module.name, other.module.name})


def _is_async(owner: ClassSymbol, name: str) -> bool:
    found = find(owner, name.rpartition(".")[2])
    return found is not None and isinstance(found[0], FunctionObject) and found[0].symbol.outline.is_async


def _serves_both(ran: Ran, call: ast.expr, writer: Writer) -> bool:
    """Tell whether the plain twin of a method calls the same of an object that its class was given, without `await`.

    Each of the two is for callers of its color, who give what they have, and the annotation names one of both.
    """
    owner = ran.symbol.owner if ran.symbol is not None else None
    chain = known.chain(call.func).split(".") if isinstance(call, ast.Call) else []
    if owner is None or len(chain) <= _OBJECT_AND_FIELD or not _is_given(owner, chain[1]):
        return False
    bodies = [node.body for node, symbol in writer.file.classes if symbol is owner]
    twins = [sync for body in bodies for async_, sync in function_pairs(body) if async_ is ran.node]
    calls = [part for twin in twins for part in walk(twin) if isinstance(part, ast.Call)]
    return any(known.chain(part.func).split(".") == chain for part in calls)


def _is_of_another(ran: Ran, call: ast.expr) -> bool:
    """Tell whether a call is of what another object has, or of what a class was given, and didn't make."""
    chain = known.chain(call.func) if isinstance(call, ast.Call) else ""
    first, *fields = chain.split(".")[:-1] or [""]
    owner = ran.symbol.owner if ran.symbol is not None else None
    if first == "self" and len(fields) == 1:
        return owner is not None and _is_given(owner, fields[0])
    return bool(fields)


def _is_given(owner: ClassSymbol, field: str) -> bool:
    """Tell whether objects of a class are given what they have in a field, and don't make it."""
    kept = [binding for entry, _ in owner.mro for binding in entry.outline.attributes.get(field, ())]
    return bool(kept) and all((binding.source or "").isidentifier() for binding in kept)


def _classes(value: Value) -> list[str]:
    """The classes of the project that a value may be of; one that is made of them may well be awaitable."""
    found = [option.symbol for option in options(value) if isinstance(option, Instance)]
    return [symbol.name for symbol in found if symbol.module.kind == "project"]


def _condition(name: str, kinds: str, path: str) -> str:
    """What the project has to confirm: an annotation that the body or an override doesn't keep to proves nothing."""
    promise = "gives nothing" if kinds == "None" else "gives plain"
    return f"{promise}:{name}&test" if is_of_tests(path) else f"{promise}:{name}"


def _kind(value: Value) -> str:
    if isinstance(value, NoneObject):
        return "None"
    if isinstance(value, FunctionObject):
        return f"the function `{value.symbol.outline.name}` itself, without calling it"
    if isinstance(value, Tuple):
        return "a tuple"
    return f"a `{class_name(value.symbol)}`" if isinstance(value, Instance) else "a plain value"
