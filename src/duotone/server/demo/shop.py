"""What the demo does: the units of its workflow and its saga, of either color, and what its session may do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from duotone.runtime import Action, Risk, Rule, Saga, Verdict, saga, unit
from duotone.runtime.events import Json

__all__ = [
    "ACTIONS",
    "POLICY",
    "PRICE",
    "RELEASE",
    "SAGAS",
    "STOCK",
    "UNITS",
    "WORKFLOW",
    "charge",
    "order",
    "pay_back",
    "plan",
    "put_back",
    "reserve",
    "search",
    "ship",
    "write",
]

_MOMENT = 0.05
"""Seconds that a service takes to answer, so that there is something to see."""

STOCK = Action("look at the stock", Risk.READ)
PRICE = Action("change a price", Risk.REVERSIBLE)
RELEASE = Action("release the new shop", Risk.IRREVERSIBLE)
ACTIONS = (STOCK, PRICE, RELEASE)
POLICY = (
    Rule(Verdict.ALLOW, action=STOCK.name),
    Rule(Verdict.ALLOW, action=PRICE.name),
    Rule(Verdict.ASK, action=RELEASE.name, reason="it can't be taken back"),
)


def plan(topic: str, depth: int) -> Mapping[str, Json]:
    """Say what is to be searched for."""
    return {"queries": [f"{topic}, part {number}" for number in range(1, depth + 1)]}


async def search(query: str) -> Mapping[str, Json]:
    """Look something up."""
    await asyncio.sleep(_MOMENT)
    return {"finding": f"what is known of {query}"}


def write(topic: str, findings: list[Mapping[str, str]]) -> Mapping[str, Json]:
    """Put together what was found."""
    return {"report": f"{topic}: " + "; ".join(one["finding"] for one in findings)}


WORKFLOW: Mapping[str, Any] = {
    "name": "report",
    "inputs": {"topic": {"type": "string"}, "depth": {"type": "integer", "default": 3}},
    "steps": [
        {
            "id": "plan",
            "function": f"{__name__}:plan",
            "with": {"topic": "${{ inputs.topic }}", "depth": "${{ inputs.depth }}"},
            "outputs": {"queries": {"type": "array"}},
        },
        {
            "id": "search",
            "function": f"{__name__}:search",
            "needs": ["plan"],
            "matrix": {"query": "${{ steps.plan.outputs.queries }}"},
            "with": {"query": "${{ matrix.query }}"},
            "retry": {"attempts": 3, "delay": 0.1},
        },
        {
            "id": "write",
            "function": f"{__name__}:write",
            "needs": ["search"],
            "with": {"topic": "${{ inputs.topic }}", "findings": "${{ steps.search.outputs }}"},
        },
    ],
    "outputs": {"report": "${{ steps.write.outputs.report }}"},
}
"""A plan, searches that go on side by side, and a report."""


async def pay_back(amount: int) -> None:
    """Give the money back."""
    await asyncio.sleep(_MOMENT if amount else 0)


@unit(undo=pay_back)
async def charge(amount: int) -> Mapping[str, Json]:
    """Take the money."""
    await asyncio.sleep(_MOMENT)
    return {"charged": amount}


def put_back(item: str) -> None:
    """Put it back on the shelf."""


@unit(undo=put_back)
def reserve(item: str) -> Mapping[str, Json]:
    """Take it from the shelf."""
    return {"reserved": item}


async def ship(item: str) -> Mapping[str, Json]:
    """Send it, unless it can't be sent."""
    await asyncio.sleep(_MOMENT)
    if item == "piano":
        message = "no carrier takes a piano"
        raise RuntimeError(message)
    return {"shipped": item}


@saga
def order(run: Saga, item: str, amount: int) -> Mapping[str, Json]:
    """Charge, reserve and ship; or nothing of it."""
    run.step(charge, amount)
    run.step(reserve, item)
    done: Mapping[str, Json] = run.step(ship, item)
    return done


UNITS: Mapping[str, Callable[..., Any]] = {
    f"{__name__}:{function.__name__}": function for function in (plan, search, write)
}
SAGAS: Mapping[str, Callable[..., Any]] = {"order": order}
