"""The public methods of a class have both colors without a reason.

## What it does
Finds classes with several plain public methods beside several async ones that never suspend, and says what either
direction would change.

## Why is this bad?
Users have to remember for each method whether it needs `await`; forgetting it on one loses work silently.

## Example
```python
class Registry:
    async def add(self, name): self.names.add(name)
    async def remove(self, name): self.names.discard(name)
    def rename(self, old, new): ...
    def list(self): ...
```

## Use instead
```python
class Registry:
    def add(self, name): self.names.add(name)
    def remove(self, name): self.names.discard(name)
    def rename(self, old, new): ...
    def list(self): ...
```

## When it stays silent
An async method counts as one with a reason if it

- suspends, needs a running loop, or has its coroutine handed on to one;
- is asked for by a base or a protocol, or other classes have it under the same name;
- is given as a value to somebody who awaits what it gives, or an object is given another async function in its place;
- has a plain twin.

Where DUO201 isn't certain about one of those that never suspend, the finding is only possible.

## Fix
None here; `duotone recolor` changes one direction or the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from duotone.analyzer.findings import Confidence, Finding, Place, Severity, Step
from duotone.analyzer.rules.facts import FunctionFact
from duotone.analyzer.rules.needs.doubts import weighed
from duotone.analyzer.rules.needs.needless import is_free_to_change, is_idle, shared_names
from duotone.analyzer.rules.program import Program
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.writer import short

__all__ = ["SEVERITY", "on_program"]

SEVERITY = Severity.NOTE
_FEWEST = 2
_CONSTRUCTORS = frozenset({"__init__", "__new__", "__post_init__"})


def on_program(rule: Rule, program: Program) -> Iterator[Finding]:
    """Report classes whose surface mixes colors for nothing."""
    overriders = _overriders(program)
    shared = shared_names(program)
    sure: set[str] | None = None
    for name, methods in _surfaces(program).items():
        never = [one for one in methods if is_idle(one)]
        idle = [one for one in never if one.name.rpartition(".")[2] not in shared and is_free_to_change(program, one)]
        plain = [one for one in methods if _is_plain(one)]
        others = [one for one in methods if "async" in one.marks and one not in idle]
        if len(idle) < _FEWEST or len(plain) < _FEWEST or len(others) > len(idle):
            continue
        if any(
            one.overrides or one.name in overriders or set(one.marks) & {"foreign", "library", "protocol", "decorated"}
            for one in never
        ):
            continue
        if _has_twins(methods) or program.is_test(idle[0].name):
            continue
        calls = sum(len(program.callers(one.name)) for one in idle)
        if not calls:
            continue
        if sure is None:
            found = weighed(program)
            sure = {one.name for one, weight, _ in found if weight is Confidence.CERTAIN and not one.blocking}
        message = (
            f"`{short(name)}` has {len(plain)} plain and {len(idle) + len(others)} async public methods, "
            f"and {len(idle)} of these never suspend; making them plain changes {calls} calls, "
            f"{_way_back(program, plain, overriders)}"
        )
        fact = program.classes[name]
        place = Place(program.paths[name], fact.line, 1, fact.line, 1)
        steps = tuple(
            Step("because", f"`{short(one.name)}` never suspends", program.place(one.name)) for one in idle[:6]
        )
        is_sure = sure.issuperset(one.name for one in idle)
        confidence = Confidence.LIKELY if is_sure else Confidence.POSSIBLE
        yield Finding(rule.code, rule.name, message, rule.severity, confidence, place, name, steps)


def _overriders(program: Program) -> dict[str, list[str]]:
    """The methods that override each one."""
    found: dict[str, list[str]] = {}
    for function in program.functions.values():
        for name in function.overrides:
            found.setdefault(name, []).append(function.name)
    return found


def _is_plain(method: FunctionFact) -> bool:
    """Tell whether a method is plain, and nothing but a call; what is only abstract is one, wherever its body is."""
    marks = set(method.marks)
    is_made_otherwise = "decorated" in marks and any(one.startswith("@") for one in marks)
    return not is_made_otherwise and not {"async", "generator"} & marks


def _way_back(program: Program, plain: Sequence[FunctionFact], overriders: Mapping[str, Sequence[str]]) -> str:
    """What it takes to make the plain methods async, with those in their places; constructors can't await them."""
    names = [name for one in plain for name in (one.name, *overriders.get(one.name, ()))]
    callers = [(name, caller.name) for name in dict.fromkeys(names) for caller, _ in program.callers(name)]
    for name, caller in callers:
        if caller.rpartition(".")[2] in _CONSTRUCTORS:
            return f"and `{short(name)}` can't be async, since `{short(caller)}` calls it"
    return f"making all async {len(callers)}"


def _surfaces(program: Program) -> dict[str, list[FunctionFact]]:
    """The public methods of every class."""
    found: dict[str, list[FunctionFact]] = {}
    for function in program.functions.values():
        owner, _, name = function.name.rpartition(".")
        if "method" in function.marks and owner in program.classes and not name.startswith("_"):
            found.setdefault(owner, []).append(function)
    return found


def _has_twins(methods: list[FunctionFact]) -> bool:
    names = {one.name.rpartition(".")[2] for one in methods}
    return any(twin in names for name in names for twin in (f"a{name}", f"async_{name}", f"{name}_async"))
