"""Workflows at random, a world that is as random, and what their steps come to, told apart from the driver."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hypothesis import strategies as st

from duotone.runtime.outcomes import Outcome
from tests.runtime.drivers.flows import Flow, FlowStep, retries
from tests.runtime.drivers.playing import Trait

__all__ = ["Case", "cases", "fates_of"]

OUTCOMES = [Outcome.OK, Outcome.OK, Outcome.OK, Outcome.FAILED, Outcome.FAILED, Outcome.TIMED_OUT]
ROUGH = [*OUTCOMES, Outcome.CONTRACT_ERROR, Outcome.ABANDONED, Outcome.UNKNOWN]
TRAITS = [Trait(), Trait(has_undo=False), Trait(has_effect=False), Trait(is_idempotent=True)]


@dataclass(frozen=True)
class Case:
    """A workflow, how its attempts end, and what else happens to it."""

    flow: Flow
    outcomes: Mapping[str, list[Outcome]]
    undos: Mapping[str, list[Outcome]]
    traits: Mapping[str, Trait]
    decision: str
    picks: list[int]
    cancel_after: int | None
    deadline: float | None


def names_of(step: FlowStep) -> list[str]:
    if step.branches:
        return [f"{step.id}[{branch.id}]" for branch in step.branches]
    return [f"{step.id}[{n}]" for n in range(len(step.matrix({})))] if step.matrix else [step.id]


@st.composite
def steps(draw: st.DrawFn, index: int) -> FlowStep:
    needs = draw(st.sets(st.integers(0, index - 1), max_size=2)) if index else set()
    kind = draw(st.sampled_from(["plain", "plain", "plain", "matrix", "branches"]))
    count = draw(st.integers(0 if kind == "matrix" else 1, 3))
    holds = draw(st.sampled_from([True, True, True, False]))
    retry = draw(st.sampled_from([None, retries(2), retries(2, 1.5), retries(3)]))
    return FlowStep(
        f"s{index}",
        tuple(f"s{need}" for need in sorted(needs)),
        condition=None if holds else lambda scope: False,
        matrix=(lambda scope: list(range(count))) if kind == "matrix" else None,
        branches=tuple(FlowStep(f"b{n}", retry=retry) for n in range(count)) if kind == "branches" else (),
        retry=retry,
        policy=draw(st.sampled_from(["all", "majority", "any"])),
        concurrency=draw(st.sampled_from([None, 1, 2])),
        is_optional=draw(st.sampled_from([False, False, True])),
        default=index,
    )


@st.composite
def cases(draw: st.DrawFn, *, is_rough: bool) -> Case:
    """Make a case; a rough one has crashes, cancellations and deadlines as well."""
    count = draw(st.integers(1, 5))
    flow = Flow(
        tuple(draw(steps(index)) for index in range(count)),
        on_error=draw(st.sampled_from(["fail-fast", "continue"])),
        concurrency=draw(st.sampled_from([None, 1, 2])),
    )
    names = [name for step in flow.steps for name in names_of(step)]
    ends = st.lists(st.sampled_from(ROUGH if is_rough else OUTCOMES), min_size=1, max_size=3)
    undos = st.lists(st.sampled_from([Outcome.OK, Outcome.OK, Outcome.FAILED]), min_size=1, max_size=2)
    return Case(
        flow,
        {name: [*draw(ends), Outcome.OK] for name in names},
        {name: draw(undos) for name in names},
        {name: draw(st.sampled_from(TRAITS)) for name in names},
        draw(st.sampled_from(["committed", "failed", "retry"])),
        draw(st.lists(st.integers(0, 5), max_size=12)),
        draw(st.none() | st.integers(0, 10)) if is_rough else None,
        draw(st.none() | st.floats(100, 115)) if is_rough else None,
    )


def fates_of(case: Case) -> dict[str, str]:
    """Return what each step comes to if nothing stops the run: no step of it knows when another one runs."""
    fates: dict[str, str] = {}
    usable: dict[str, bool] = {}
    for name in case.flow.order:
        step = next(one for one in case.flow.steps if one.id == name)
        if not all(usable[need] for need in step.needs):
            fates[name], usable[name] = "skipped", False
        elif step.condition is not None:
            fates[name], usable[name] = "skipped", True
        else:
            fates[name], usable[name] = _fate_of(step, case)
    return fates


def _fate_of(step: FlowStep, case: Case) -> tuple[str, bool]:
    cells = names_of(step)
    if not cells and step.policy == "all":
        return "skipped", True
    attempts = step.retry.attempts if step.retry else 1
    well = sum(Outcome.OK in case.outcomes[cell][:attempts] for cell in cells)
    needed = {"all": len(cells), "majority": len(cells) // 2 + 1, "any": 1}[step.policy] if step.is_fan_out else 1
    return ("completed", True) if well >= needed else ("failed", step.is_optional)
