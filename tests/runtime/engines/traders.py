"""Sagas whose steps leave traces outside of any log, and a process that works for them on an engine.

``python -m tests.runtime.engines.traders LOG ENGINE [SAGA STEP]``: with a saga it begins that one under the id "s1",
with `STEP` for its slow step, without one it works until it is killed. A log on PostgreSQL holds it for dead once it
was not heard of for LEASE seconds, if that is set.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from typing import Any

from duotone.runtime import AsyncRuntime, AsyncSaga, Saga, saga
from duotone.runtime.log.postgres.store import PostgresStore
from tests.runtime.engines.deeds import do, do_again, undo

__all__ = ["enlist", "trade", "trade_on_a_loop"]

_STEPS: dict[str, Callable[..., str]] = {"do": do, "do_again": do_again}


@saga
def trade(saga: Saga, slow: str) -> str:
    """Do one thing after the other."""
    saga.step(do, "first", undo=undo, name="first")
    saga.step(_STEPS[slow], "slow", name="slow")
    return str(saga.step(do, "last", name="last"))


@saga
async def trade_on_a_loop(saga: AsyncSaga, slow: str) -> str:
    """Do the same in the other color."""
    await saga.step(do, "first", undo=undo, name="first")
    await saga.step(_STEPS[slow], "slow", name="slow")
    return str(await saga.step(do, "last", name="last"))


SAGAS: dict[str, Any] = {"trade": trade, "trade_on_a_loop": trade_on_a_loop}


def enlist(runtime: Any) -> None:
    """Let a runtime of either color know both."""
    for name, function in SAGAS.items():
        runtime.enlist(name, function)


async def main(log: str, engine: str, *begin: str) -> None:
    """Work."""
    lease = os.environ.get("LEASE")
    place = PostgresStore(log, lease=float(lease)) if lease else log
    async with AsyncRuntime(place, engine=engine) as runtime:
        enlist(runtime)
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        if begin:
            name, slow = begin
            await runtime.run(SAGAS[name], slow, id="s1")
        else:
            await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
