"""What of the runtime's tests is run on every engine, what is not and why, and what is expected to differ.

A test file of `tests/runtime` that uses a runtime is in `FILES`, or in `APART` with the reason. A test of `FILES` that
can't hold on another engine is in `DIFFERENT`, with the reason and the test of `test_differences.py` that asserts it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

__all__ = ["APART", "DAY", "DIFFERENT", "FILES", "Difference"]

ROOT = Path(__file__).parents[3]
_FACES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests/runtime").glob("_*sync/test_*.py"))


@dataclass(frozen=True)
class Difference:
    """Why a test doesn't hold on other engines, and which one asserts what holds there instead."""

    reason: str
    asserted: str
    engines: tuple[str, ...] = ("temporal", "dbos")


_OTHERS = [
    "agents/test_adapters.py",
    "agents/test_agent.py",
    "agents/test_closing.py",
    "agents/test_crashes.py",
    "agents/test_faces.py",
    "agents/test_garbage.py",
    "agents/test_interrupt_costs.py",
    "agents/test_interrupts.py",
    "agents/test_interrupts_of_threads.py",
    "agents/test_models.py",
    "conversation/test_cancelled_turns.py",
    "delivery/test_crowd.py",
    "delivery/test_entry_points.py",
    "delivery/test_killed_waiting.py",
    "model/test_sagas.py",
    "model/test_workflows.py",
    "sessions/test_ended_sessions.py",
    "sessions/test_ending_runs.py",
    "sessions/test_killing.py",
    "sessions/test_killing_runs.py",
    "sessions/test_meetings.py",
    "sessions/test_processes.py",
    "test_anywhere.py",
    "test_cancellation.py",
    "test_cancelled_while_written.py",
    "test_dropping.py",
    "test_parity.py",
    "test_whereabouts.py",
    "tools/test_crossed_locks.py",
    "tools/test_locks.py",
    "tools/test_turns.py",
    "workflow/test_loading.py",
]

FILES: list[str] = [*_FACES, *(f"tests/runtime/{name}" for name in _OTHERS)]

_DRIVEN = ("async/test_workflows", "async/test_going_on", "async/test_watching", "sync/test_workflows")

DAY: dict[str, list[str]] = {
    "temporal": [f"tests/runtime/_{name}.py" for name in (*_DRIVEN, "async/test_waking")],
    "dbos": [f"tests/runtime/_{name}.py" for name in _DRIVEN],
}
"""What is run with every change: what the engine itself drives. The rest is run nightly."""

DIFFERENT: dict[str, Difference] = {
    f"tests/runtime/_{face}/test_conversations.py::test_a_turn_writes_three_times_and_looks_once": Difference(
        "a runtime on another engine gives the log a name when it opens, which is one more commit",
        "test_opening_a_runtime_names_the_log_once",
    )
    for face in ("async", "sync")
} | {
    "tests/runtime/test_anywhere.py::test_a_sync_run_of_sync_steps_starts_no_loop_and_no_thread": Difference(
        "a sync runtime reaches an engine over the bridge, and units are called on workers",
        "test_where_units_are_called",
    ),
    "tests/runtime/test_whereabouts.py::test_a_sync_run_has_its_thread_the_bridge_and_workers": Difference(
        "steps are carried out by the async side of a worker, whichever face has asked",
        "test_what_the_log_says_of_where_a_step_runs",
    ),
}

APART: dict[str, str] = {
    "tests/runtime/crash/test_runs.py": (
        "it forks, and no client of an engine lives through that; test_faults and test_storm kill processes instead"
    ),
    "tests/runtime/log/test_migration.py": "it is about the log, and names what runs there itself",
    "tests/runtime/sessions/test_scale.py": "it is about the cost of sessions, which no engine drives",
    "tests/runtime/test_importing.py": "it is about what is loaded for the embedded engine",
}
