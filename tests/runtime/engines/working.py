"""A process that works for an engine: ``python -m tests.runtime.engines.working LOG ENGINE [RUN FUNCTION]``.

With a run it begins that one and ends with it; without, it works until it is killed.
"""

from __future__ import annotations

import asyncio
import sys

from duotone.runtime import AsyncRuntime
from tests.runtime.engines.deeds import flow


async def main(log: str, engine: str, *begin: str) -> None:
    """Work."""
    async with AsyncRuntime(log, engine=engine) as runtime:
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        if begin:
            run, function = begin
            await runtime.run_workflow(flow(function), id=run, check=False)
        else:
            await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
