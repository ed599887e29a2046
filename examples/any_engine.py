"""One program on any engine: DUOTONE_ENGINE names what makes its runs durable, DUOTONE_LOG where its log is.

python examples/any_engine.py
DUOTONE_ENGINE=temporal://127.0.0.1:7233/default python examples/any_engine.py
DUOTONE_LOG=postgresql://me@127.0.0.1/runs DUOTONE_ENGINE=dbos python examples/any_engine.py
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from duotone.runtime import Runtime

stock = {"tea": 2}


def reserve(item: str) -> str:
    stock[item] -= 1
    return f"one {item}"


def put_back(item: str) -> None:
    stock[item] += 1


async def charge(amount: int) -> int:
    await asyncio.sleep(0.01)  # a service is called
    if amount > 10:
        raise ValueError(f"{amount} is more than the card has")
    return amount


ORDER: dict[str, Any] = {
    "name": "order",
    "inputs": {"amount": {"type": "integer"}},
    "steps": [
        {"id": "reserve", "function": "reserve", "with": {"item": "tea"}, "undo": "put_back"},
        {
            "id": "charge",
            "needs": ["reserve"],
            "function": "charge",
            "with": {"amount": "${{ inputs.amount }}"},
            "effect": False,
        },
    ],
    "outputs": {"paid": "${{ steps.charge.outputs }}", "sold": "${{ steps.reserve.outputs }}"},
}


def main() -> None:
    units: dict[str, Callable[..., Any]] = {"reserve": reserve, "put_back": put_back, "charge": charge}
    with Runtime(units=units) as runtime:
        for amount in (7, 70):
            result = runtime.run_workflow(ORDER, {"amount": amount}, check=False)
            print(result.status, result.outputs, stock)


if __name__ == "__main__":
    main()
