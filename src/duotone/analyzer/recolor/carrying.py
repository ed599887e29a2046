"""From coroutines that sync functions lose to the plan that makes them async, and with them whoever calls them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence

from duotone.analyzer.findings import Finding
from duotone.analyzer.recolor.linking import Linked
from duotone.analyzer.recolor.plan import Plan
from duotone.analyzer.recolor.planning import planned
from duotone.analyzer.recolor.records import Direction, Verdict

__all__ = ["Carried", "callers", "carried"]


@dataclasses.dataclass(frozen=True, slots=True)
class Carried:
    """One plan for all callers that can be async, and one for each that can't be, with what stands in its way."""

    plan: Plan | None
    refused: tuple[Plan, ...] = ()


def callers(findings: Iterable[Finding]) -> list[str]:
    """Return the sync functions that lose a coroutine and could be async, each once."""
    lost = (one.symbol for one in findings if any(step.kind == "plan" for step in one.proof))
    return list(dict.fromkeys(lost))


def carried(linked: Linked, functions: Sequence[str]) -> Carried:
    """Plan to make functions async; one that is refused keeps no other from it."""
    whole = _plan(linked, functions)
    if not whole.of(Verdict.REFUSED):
        return Carried(whole)
    alone = {name: _plan(linked, [name]) for name in functions} if len(functions) > 1 else {functions[0]: whole}
    free = [name for name, plan in alone.items() if not plan.of(Verdict.REFUSED)]
    refused = tuple(plan for name, plan in alone.items() if name not in free)
    together = _plan(linked, free) if free and refused else whole
    if together.of(Verdict.REFUSED):
        return Carried(None, refused or (whole,))
    return Carried(together, refused)


def _plan(linked: Linked, functions: Sequence[str]) -> Plan:
    return planned(linked, functions, Direction.ASYNC)
