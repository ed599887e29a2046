"""Random workflows, and what must come of them: graphs that go on over failures, and chains that stop at the first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from hypothesis import strategies as st

__all__ = ["FlowScript", "FlowStep", "Outlook", "chains", "expect_of_chain", "expect_of_graph", "graphs"]

Undo = Literal["has", "lacks", "needs none"]


@dataclass(frozen=True)
class FlowStep:
    """A step that fails so often before it works, in as many cells as it has."""

    id: str
    needs: tuple[str, ...]
    failures: int
    attempts: int
    holds: bool
    """Whether its condition does."""
    is_optional: bool
    cells: int
    """How many cells its matrix has; 0 for a step without one."""
    is_async: bool
    undo: Undo

    @property
    def works(self) -> bool:
        """Whether it works in the end."""
        return self.failures < self.attempts

    @property
    def calls(self) -> int:
        """How often each of its cells is called."""
        return min(self.failures + 1, self.attempts)

    def to_json(self) -> dict[str, Any]:
        """Return the step as a workflow has it."""
        more: dict[str, Any] = {"matrix": {"cell": list(range(self.cells))}} if self.cells else {}
        more |= {"optional": True, "default": "none"} if self.is_optional else {}
        cell = "${{ matrix.cell }}" if self.cells else 0
        return {
            "id": self.id,
            "function": self.id,
            "needs": list(self.needs),
            "if": "inputs.yes" if self.holds else "!inputs.yes",
            "with": {"cell": cell},
            "retry": {"attempts": self.attempts},
            **more,
        }


@dataclass(frozen=True)
class FlowScript:
    """A workflow."""

    steps: tuple[FlowStep, ...]
    on_error: Literal["continue", "fail-fast"]

    def to_json(self) -> Mapping[str, Any]:
        """Return it as data, as it could stand in a file."""
        return {
            "name": "random",
            "inputs": {"yes": {"type": "boolean", "default": True}},
            "on_error": self.on_error,
            "steps": [step.to_json() for step in self.steps],
        }


@dataclass(frozen=True)
class Outlook:
    """How a workflow ends, how often each step is called in all, and what is undone, in this order."""

    status: str
    calls: Mapping[str, int]
    undone: tuple[str, ...] = ()


def _step(draw: st.DrawFn, id: str, needs: tuple[str, ...], cells: st.SearchStrategy[int]) -> FlowStep:  # noqa: A002
    failures, attempts = draw(st.sampled_from([0, 0, 0, 0, 1, 2])), draw(st.integers(1, 2))
    return FlowStep(
        id,
        needs,
        failures,
        attempts,
        draw(st.sampled_from([True, True, True, False])),
        draw(st.sampled_from([False, False, True])),
        # The first cell that fails stops the others, and how far they have come is a matter of luck.
        draw(cells) if failures < attempts else 0,
        draw(st.booleans()),
        draw(st.sampled_from(["has", "has", "needs none", "lacks"])),
    )


@st.composite
def graphs(draw: st.DrawFn) -> FlowScript:
    """Draw steps that need some of those before them."""
    steps: list[FlowStep] = []
    for number in range(draw(st.integers(1, 6))):
        known = [step.id for step in steps]
        needs = draw(st.lists(st.sampled_from(known), unique=True, max_size=3)) if known else []
        steps.append(_step(draw, f"s{number}", tuple(needs), st.sampled_from([0, 0, 1, 3])))
    return FlowScript(tuple(steps), "continue")


@st.composite
def chains(draw: st.DrawFn) -> FlowScript:
    """Draw steps one after the other."""
    steps: list[FlowStep] = []
    for number in range(draw(st.integers(1, 6))):
        needs = (steps[-1].id,) if steps else ()
        steps.append(_step(draw, f"s{number}", needs, st.just(0)))
    return FlowScript(tuple(steps), "fail-fast")


def expect_of_graph(script: FlowScript) -> Outlook:
    """Go over all steps: one that needs what gave nothing is left out, and a failure is left aside."""
    empty: set[str] = set()
    calls: dict[str, int] = {}
    is_failed = False
    for step in script.steps:
        if empty & set(step.needs):
            empty.add(step.id)
        elif step.holds:
            calls[step.id] = step.calls * max(step.cells, 1)
            if not step.works and not step.is_optional:
                empty.add(step.id)
                is_failed = True
    return Outlook("failed" if is_failed else "completed", calls)


def expect_of_chain(script: FlowScript) -> Outlook:
    """Go on to the first failure, then back: a run of which nothing can be undone has just failed."""
    calls: dict[str, int] = {}
    worked: list[FlowStep] = []
    for step in script.steps:
        if not step.holds:
            continue
        calls[step.id] = step.calls
        if step.works:
            worked.append(step)
        elif not step.is_optional:
            break
    else:
        return Outlook("completed", calls)
    undone = tuple(step.id for step in reversed(worked) if step.undo == "has")
    if not undone:
        return Outlook("failed", calls)
    is_whole = all(step.undo != "lacks" for step in worked)
    return Outlook("compensated" if is_whole else "escalated", calls, undone)
