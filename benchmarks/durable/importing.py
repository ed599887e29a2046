"""What importing an engine costs: processor time, memory and modules over those of a bare interpreter."""

from __future__ import annotations

import json
import statistics
import subprocess

from benchmarks.durable import place
from benchmarks.measure import ROOT

IMPORTED = {
    "duotone": "duotone",
    "duotone.runtime": "duotone.runtime",
    "duotone.runtime, its Runtime": "duotone.runtime._sync.runtime",
    "duotone.runtime, its AsyncRuntime": "duotone.runtime._async.runtime",
    "duotone.runtime, with workflows": "duotone.runtime._sync.workflows",
    "DBOS": "dbos",
    "LangGraph with its SQLite savers": "langgraph.graph, langgraph.checkpoint.sqlite.aio",
    "Temporal": "temporalio.client, temporalio.worker",
    "Restate": "restate",
}
PROGRAM = """
import json, sys, time
{statement}
cpu, modules = time.process_time(), set(sys.modules)
import psutil
others = {{name.partition(".")[0] for name in modules}} - sys.stdlib_module_names
print(json.dumps({{
    "cpu": cpu, "bytes": psutil.Process().memory_info().rss, "modules": len(modules), "packages": len(others)
}}))
"""


def measure(rounds: int) -> dict[str, dict[str, float | str]]:
    """Import each engine in fresh processes and return the medians, less those of a process that imports nothing."""
    bare = _medians("", rounds)
    found: dict[str, dict[str, float | str]] = {}
    for name, modules in IMPORTED.items():
        said = _medians(f"import {modules}", rounds)
        found[name] = {key: value - bare[key] for key, value in said.items()} if said else {"note": "not installed"}
    return found


def _medians(statement: str, rounds: int) -> dict[str, float]:
    """Return the medians of several processes, or nothing when the import fails; the first round compiles."""
    command = [str(place.python()), "-c", PROGRAM.format(statement=statement)]
    said: list[dict[str, float]] = []
    for _ in range(rounds + 1):
        done = subprocess.run(command, cwd=ROOT, env=place.variables(), capture_output=True, text=True, check=False)
        if done.returncode:
            return {}
        said.append(json.loads(done.stdout.splitlines()[-1]))
    return {key: statistics.median(one[key] for one in said[1:]) for key in said[0]}
