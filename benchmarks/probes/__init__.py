"""The 34 points, one probe each, in the order of the table."""

from __future__ import annotations

# Importing a theme registers its probes; the order here is not the order of the table.
from benchmarks.probes import hosts, inference, lifetime, loops, nesting, processes, stopping, streams, values
from benchmarks.probes.trial import PROBES, SCENES, Trial, Verdict, answer, judge, judge_apart

__all__ = ["ORDER", "PROBES", "SCENES", "THEMES", "Trial", "Verdict", "answer", "judge", "judge_apart"]

THEMES = (values, stopping, streams, lifetime, nesting, loops, processes, hosts, inference)

ORDER = (
    "value",
    "exception",
    "base-exception",
    "context-in",
    "context-back",
    "cancel-caller",
    "timeout",
    "async-generator",
    "async-context-manager",
    "client-reused",
    "client-other-thread",
    "background-tasks",
    "nested-through-worker",
    "nested-directly",
    "inside-loop",
    "inside-unblocked",
    "outer-future",
    "worker-thread",
    "after-asyncio-run",
    "on-uvloop",
    "inside-uvloop",
    "under-trio",
    "on-trio",
    "modern-asyncio",
    "subprocesses",
    "fork",
    "quiet-exit",
    "exit-with-work",
    "thousand-callers",
    "ctrl-c",
    "fastapi-async",
    "fastapi-sync",
    "jupyter",
    "inferred-types",
)
