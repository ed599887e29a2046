"""A process whose clock is wrong: ``python -m tests.runtime.engines.skewed SECONDS LOG ENGINE...``.

It says, as JSON, how two runs on each engine have ended: a quick one that has half a minute, and one that would take
forever and has a second; and what their deadlines are, less the time of the log at which each began.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Any

__all__: list[str] = []

FLOW: dict[str, Any] = {"name": "skewed", "steps": [{"id": "one", "function": "one"}]}


async def main(log: str, *engines: str) -> None:
    """Run both on each."""
    for engine in engines:
        await run(log, engine)


async def run(log: str, engine: str) -> None:
    """Run both on one engine."""
    from duotone.runtime import AsyncRuntime

    async def forever() -> None:
        await asyncio.Event().wait()

    async with AsyncRuntime(log, engine=engine) as runtime:
        for name, unit, seconds in (("quick", lambda: 1, 30), ("long", forever, 1)):
            flow = {**FLOW, "timeout": seconds}
            begun = time.monotonic()
            result = await runtime.run_workflow(flow, id=f"{name} {engine}", units={"one": unit}, check=False)
            first: Any = (await runtime.log.read_run(result.run))[0]
            said: dict[str, Any] = {"name": name, "status": result.status.value, "took": time.monotonic() - begun}
            said["left"] = first.data["deadline"] - first.at
            sys.stdout.write(f"{json.dumps(said)}\n")


if __name__ == "__main__":
    _right = time.time
    time.time = lambda: _right() + float(sys.argv[1])  # before anything else takes it
    asyncio.run(main(*sys.argv[2:]))
