"""Workflows with effects, for processes that die while they run them; their functions are found by their place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from duotone.runtime import unit
from tests.runtime.crash.sagas import happens

__all__ = ["WORKFLOWS"]

HERE = "tests.runtime.crash.workflows"
SAGAS = "tests.runtime.crash.sagas"


def unpack(item: str) -> None:
    happens(f"undo pack {item}")


@unit(undo=unpack)
def pack(item: str) -> str:
    return happens(f"pack {item}")


def step(name: str, *needs: str, **more: Any) -> dict[str, Any]:
    """Return a step that calls the function of its name."""
    return {"id": name, "function": f"{SAGAS}:{name}", **({"needs": list(needs)} if needs else {}), **more}


PACK = {
    "id": "pack",
    "function": f"{HERE}:pack",
    "needs": ["book"],
    "matrix": {"item": ["a", "b"]},
    "with": {"item": "${{ matrix.item }}"},
}

INNER = {
    "id": "inner",
    "needs": ["book"],
    "workflow": {
        "name": "inner",
        "steps": [step("pay"), {"id": "pack", "function": f"{HERE}:pack", "needs": ["pay"], "with": {"item": "a"}}],
    },
}

WORKFLOWS: Mapping[str, Mapping[str, Any]] = {
    "lines_up": {"name": "lines_up", "steps": [step("book"), step("pay", "book"), step("ship", "pay")]},
    "branches": {
        "name": "branches",
        "inputs": {"gift": {"type": "boolean", "default": False}},
        "steps": [step("book"), step("ship", "book", **{"if": "inputs.gift"}), PACK, step("pay", "pack", "ship")],
    },
    "nests": {"name": "nests", "steps": [step("book"), INNER, step("refuse", "inner")]},
    "gives_up": {"name": "gives_up", "steps": [step("book"), step("pay", "book"), PACK, step("refuse", "pay", "pack")]},
}
