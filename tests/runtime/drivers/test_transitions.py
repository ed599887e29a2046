"""The table of transitions: what is in it happens, what is not is refused."""

from __future__ import annotations

import ast
import itertools
from pathlib import Path

import pytest

import duotone.runtime.drivers
from duotone.errors import BadTransition
from duotone.runtime.drivers.transitions import FINAL, RESUMABLE, RUN_MOVES, STEP_MOVES, Phase, move_run, move_step
from duotone.runtime.outcomes import Status


@pytest.mark.parametrize(("status", "asked"), list(itertools.product([None, *Status], Status)))
def test_a_run_changes_as_the_table_says(status: Status | None, asked: Status) -> None:
    if asked in RUN_MOVES[status]:
        assert move_run("r", status, asked) is asked
    else:
        with pytest.raises(BadTransition, match="can't become"):
            move_run("r", status, asked)


@pytest.mark.parametrize(("phase", "asked"), list(itertools.product(Phase, Phase)))
def test_a_step_changes_as_the_table_says(phase: Phase, asked: Phase) -> None:
    if asked in STEP_MOVES[phase]:
        assert move_step("s", phase, asked) is asked
    else:
        with pytest.raises(BadTransition, match="can't become"):
            move_step("s", phase, asked)


def test_what_was_undone_or_completed_never_goes_on() -> None:
    assert {status for status in FINAL if Status.RUNNING in RUN_MOVES[status]} == RESUMABLE
    assert not RUN_MOVES[Status.COMPENSATED] | RUN_MOVES[Status.ESCALATED]
    assert Phase.IN_FLIGHT not in STEP_MOVES[Phase.COMMITTED]


def test_every_status_can_be_reached_and_left_or_is_final() -> None:
    reached = {asked for allowed in RUN_MOVES.values() for asked in allowed}
    assert reached == set(Status)
    assert {status for status in Status if not RUN_MOVES[status]} <= FINAL


def test_H9_every_assignment_of_a_status_or_phase_goes_through_the_table() -> None:
    """Outside of the constructors that read a snapshot, and of defaults in the records."""
    wrong: list[str] = []
    for path in Path(duotone.runtime.drivers.__file__).parent.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        snapshots = {node for one in functions if one.name == "from_json" for node in ast.walk(one)}
        for node in ast.walk(tree):
            if not isinstance(node, ast.Assign) or node in snapshots:
                continue
            changed = {target.attr for target in node.targets if isinstance(target, ast.Attribute)}
            moves = isinstance(node.value, ast.Call) and ast.unparse(node.value.func) in {"move_run", "move_step"}
            if changed & {"status", "phase"} and not moves:
                wrong.append(f"{path.name}:{node.lineno}")
    assert wrong == []
