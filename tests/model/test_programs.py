"""Random programs of both colors over threads and loops: no hang, no lost call, none made twice, nothing left."""

from __future__ import annotations

import gc
import random
import sys
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings

from duotone.contract.workers import default_pool
from tests.model.programs import Node, Start, large_starts, starts
from tests.model.roots import run_programs

# The programs hold loops up on purpose, on a machine that may be busy.
pytestmark = pytest.mark.duotone(allow="blocked-loop")


@pytest.fixture(autouse=True)
def _ease(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let only pools that programs name be used up, and keep collections quick, as there is one after each program."""
    monkeypatch.setattr(default_pool, "size", 256)
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture(params=[0.005, 1e-5], ids=["calm", "hectic"])
def switching(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let threads take turns at the usual pace, or as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(request.param)
    yield
    sys.setswitchinterval(before)


def steps_of_small(examples: int) -> int:
    """Run programs that hypothesis makes, and return how many steps they took together."""
    total = 0

    @settings(max_examples=examples, suppress_health_check=list(HealthCheck))
    @given(starts(depth=6))
    def attempt(programs: list[Start]) -> None:
        nonlocal total
        total += run_programs(programs)

    attempt()
    return total


def steps_of_large(first_seed: int, enough: int, roots: int) -> int:
    """Run programs from one seed after the other until they took enough steps; a failure names its seed."""
    total, seed = 0, first_seed
    while total < enough:
        try:
            total += run_programs(large_starts(seed, roots, depth=7))
        except BaseException as error:
            error.add_note(f"large_starts({seed}, {roots}, depth=7), after {total} steps from seed {first_seed} on")
            raise
        seed += 1
    return total


@pytest.mark.usefixtures("switching")
def test_small_programs_end_with_one_outcome_for_each_call_and_leave_nothing_behind() -> None:
    assert steps_of_small(250) >= 1_500


@pytest.mark.parametrize("roots", [2, 6])
@pytest.mark.usefixtures("switching")
def test_large_programs_end_with_one_outcome_for_each_call_and_leave_nothing_behind(roots: int) -> None:
    assert steps_of_large(0, 1_500, roots) >= 1_500


def verb(name: str, *children: Node, choice: int = 0) -> Node:
    return Node(name, is_async=True, children=children, choice=choice)


STUBBORN = verb("stubborn")


@pytest.mark.parametrize(
    "program",
    [
        verb("within", verb("cancelled", verb("sequence", STUBBORN, verb("spawn", STUBBORN)), choice=2)),
        verb("spawn", verb("sequence", STUBBORN, verb("within", verb("cancelled", STUBBORN, choice=2)))),
    ],
    ids=repr,
)
def test_programs_start_no_task_that_asyncio_forgets_when_a_loop_ends(program: Node) -> None:
    assert run_programs([Start(program)]) >= 5


@pytest.mark.nightly
@pytest.mark.usefixtures("switching")
@pytest.mark.parametrize("roots", [1, 3, 8])
def test_a_hundred_thousand_steps_of_new_programs_leave_nothing_behind(roots: int) -> None:
    first_seed = random.randrange(10**9)  # noqa: S311  # any will do
    assert steps_of_large(first_seed, 100_000, roots) >= 100_000
