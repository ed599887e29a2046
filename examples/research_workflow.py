"""A research workflow: a plan, searches that go on side by side, and a report; the order is in `research.yaml`."""

from __future__ import annotations

import asyncio
from pathlib import Path

from duotone.runtime import Event, RunResult, run_workflow, run_workflow_async

WORKFLOW = Path(__file__).with_name("research.yaml")


def plan(topic: str, depth: int) -> dict[str, list[str]]:
    return {"queries": [f"{topic}, part {number}" for number in range(1, depth + 1)]}


async def search(query: str) -> dict[str, str]:
    await asyncio.sleep(0.01)  # a service is called
    return {"finding": f"what is known of {query}"}


def write(topic: str, findings: list[dict[str, str]]) -> dict[str, str]:
    return {"report": f"{topic}: " + "; ".join(one["finding"] for one in findings)}


def tell(event: Event) -> None:
    print(event.kind, event.data.get("step", ""))


UNITS = {"plan": plan, "search": search, "write": write}


def research(topic: str) -> RunResult:
    """Run the workflow in sync code, wherever that is."""
    return run_workflow(WORKFLOW, {"topic": topic}, units=UNITS)


async def research_async(topic: str) -> RunResult:
    """Run it in async code, and say what happens as it happens."""
    return await run_workflow_async(WORKFLOW, {"topic": topic, "depth": 3}, units=UNITS, on_event=tell)


def main() -> None:
    print(research("tea").outputs)
    print(asyncio.run(research_async("coffee")).outputs)


if __name__ == "__main__":
    main()
