"""A plain function is declared to give a coroutine, and a test replaces what would make it."""

import asyncio
from collections.abc import Coroutine
from typing import Any


async def dispatched(name: str) -> str:
    await asyncio.sleep(0)
    return name


def run(name: str) -> Coroutine[Any, Any, str]:
    return dispatched(name)


def test_run_dispatches(monkeypatch: Any) -> None:
    seen: list[str] = []
    monkeypatch.setattr(f"{__name__}.dispatched", seen.append)
    run("a")
    assert seen == ["a"]
