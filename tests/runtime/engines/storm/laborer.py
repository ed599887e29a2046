"""A process that asks for runs and works for an engine until it is killed.

``python -m tests.runtime.engines.storm.laborer LOG ENGINE HOOK NAME [RUN=DECISION ...]``, with a folder in DEEDS for
what it notes of each run that it asks for. It asks for no more once there is a file `stop`, and ends when others hold
it for dead: whoever looks after it starts another. With decisions it is the person who says what became of charges,
goes on with their runs, and ends.
"""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from itertools import count

from duotone import offload
from duotone.errors import BadTransition, CutOff, DuotoneError
from duotone.runtime import AsyncOutbox, AsyncRuntime, Backoff, Webhook
from tests.runtime.delivery.receiver import SECRET
from tests.runtime.engines.storm.work import FLOW, HOOK, OUTBOX, has_to_stop, note

CALLERS = 3
CUT_OFF = 3
"""The status with which it ends once others hold it for dead."""


async def ask(runtime: AsyncRuntime, name: str) -> None:
    """Ask for one run after the other; what is refused is noted, and asked for no more."""
    for number in count():
        if has_to_stop():
            return
        run = f"{name}-{number}"
        note(f"{run} asked")
        try:
            result = await runtime.run_workflow(FLOW, {"run": run}, id=run, check=False)
            note(f"{run} answered {result.status.value}")
        except CutOff:
            raise
        except DuotoneError as error:
            note(f"{run} refused {type(error).__name__}: {error}")
            await asyncio.sleep(0.2)


async def look_after_name(runtime: AsyncRuntime) -> None:
    """Raise `CutOff` once others hold this process for dead."""
    while True:
        await asyncio.sleep(0.5)
        try:
            await offload(runtime.log.store.owner)
        except CutOff:
            raise
        except DuotoneError:  # the log is away
            continue


async def decide(runtime: AsyncRuntime, decisions: tuple[str, ...]) -> None:
    """Say what became of charges that nobody knows of, and go on with their runs."""
    for one in decisions:
        run, _, said = one.partition("=")
        with suppress(BadTransition):  # it was decided on a moment ago, by somebody who has ended meanwhile
            await runtime.decide(run, "charge", "committed" if said == "committed" else "retry", "charge")
        await runtime.resume(run)


async def main(log: str, engine: str, hook: str, name: str, *decisions: str) -> None:
    """Work."""
    async with AsyncRuntime(log, engine=engine) as runtime, AsyncOutbox(runtime.log, backoff=Backoff(0.2)) as outbox:
        OUTBOX.append(outbox)
        await outbox.bind(Webhook(hook, SECRET, name=HOOK))
        if decisions:
            return await decide(runtime, decisions)
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        callers = [ask(runtime, f"{name}{number}") for number in range(CALLERS)]
        with suppress(CutOff):
            await asyncio.gather(look_after_name(runtime), *callers)
        os._exit(CUT_OFF)  # nothing that it could still say would be taken


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
