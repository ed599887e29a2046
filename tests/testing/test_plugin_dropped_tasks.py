"""A task that nobody holds and that is collected before its end fails the test that made it."""

from __future__ import annotations

import pytest

from duotone.testing.faults import NAMES
from tests.testing.conftest import Run, says

pytest_plugins = ["pytester"]

# The tests that run inside these ones do all of it.
pytestmark = pytest.mark.duotone(allow=NAMES)

# A full collection takes its time on a busy machine, and the loop stands still meanwhile.
PATIENT = ("-o", "duotone_limit=30")
DROPS = """
    async def waits():
        await asyncio.get_running_loop().create_future()  # nobody but the task knows this future

    async def drops():
        asyncio.create_task(waits(), name="mail")
        await asyncio.sleep(0)
        gc.collect()
"""


def test_a_task_that_is_collected_fails_its_test_with_its_code_and_the_place_where_it_waited(run_tests: Run) -> None:
    result = run_tests(DROPS + "\n    def test_drops(): asyncio.run(drops())", *PATIENT)
    result.assert_outcomes(failed=1)
    says(
        result,
        "DUO501 dropped-task: task 'mail' of 'waits' was collected before it had ended",
        "in waits",
        "Keep what 'create_task' returns until it is done",
        'means it: @pytest.mark.duotone(allow="dropped-task")',
    )
    result.stderr.no_fnmatch_line("*Task was destroyed*")


def test_a_task_that_is_held_until_its_end_fails_nothing(run_tests: Run) -> None:
    holds = """
        async def holds():
            task = asyncio.create_task(asyncio.sleep(0.01))
            gc.collect()
            await task

        def test_holds(): asyncio.run(holds())
    """
    run_tests(holds, *PATIENT).assert_outcomes(passed=1)


@pytest.mark.parametrize("allowed", ["dropped-task", "DUO501"])
def test_a_test_may_drop_a_task_by_its_name_and_by_its_code(run_tests: Run, allowed: str) -> None:
    mark = f"\n    @pytest.mark.duotone(allow={allowed!r})\n    def test_drops(): asyncio.run(drops())"
    run_tests(DROPS + mark, *PATIENT).assert_outcomes(passed=1)


def test_a_task_that_never_began_is_a_lost_coroutine_alone(run_tests: Run) -> None:
    result = run_tests("""
        def test_never_begins():
            loop = asyncio.new_event_loop()
            loop.create_task(work())
            loop.close()
    """)
    result.assert_outcomes(failed=1)
    says(result, "DUO101 lost-coroutine: 'work'")
    result.stdout.no_fnmatch_line("*dropped-task*")


def test_other_words_to_the_loop_are_passed_on(run_tests: Run) -> None:
    result = run_tests("""
        def test_hears():
            heard = []
            loop = asyncio.new_event_loop()
            loop.set_exception_handler(lambda loop, context: heard.append(context["message"]))
            loop.call_exception_handler({"message": "something else"})
            loop.close()
            assert heard == ["something else"]
    """)
    result.assert_outcomes(passed=1)
