"""A loop that a test blocks fails that test, and the place is named."""

from __future__ import annotations

import pytest

from duotone.testing.faults import NAMES
from tests.testing.conftest import Run, says

pytest_plugins = ["pytester"]

# The tests that run inside these ones do all of it.
pytestmark = pytest.mark.duotone(allow=NAMES)


@pytest.mark.parametrize("run", ["asyncio.run(main())", "uvloop.run(main())", "duotone.run(main)"])
def test_a_blocked_loop_fails_its_test_with_the_place_that_blocks(run_tests: Run, run: str) -> None:
    result = run_tests(
        f"""
        import uvloop

        duotone.run(work)

        async def main():
            time.sleep(0.3)

        def test_blocked():
            {run}
        """,
        "-o",
        "duotone_limit=0.1",
    )
    result.assert_outcomes(failed=1)
    says(
        result,
        "blocked-loop: an event loop stood still for 0.* s at *.py:12; the limit is 0.1 s",
        ".py:12: in main",
        "time.sleep(0.3)",
        "'await duotone.call(function, ...)'",
        'allow="blocked-loop"',
    )


def test_a_blocked_loop_whose_stack_was_not_seen_fails_its_test_all_the_same(run_tests: Run) -> None:
    result = run_tests(
        """
        import ctypes

        async def main():
            await asyncio.sleep(0)
            ctypes.PyDLL(None).usleep(300_000)

        def test_blocked():
            asyncio.run(main())
        """,
        "-o",
        "duotone_limit=0.1",
    )
    result.assert_outcomes(failed=1)
    says(result, "blocked-loop: an event loop stood still for 0.3* s")


def test_a_loop_may_stand_still_for_as_long_as_its_test_says(run_tests: Run) -> None:
    result = run_tests(
        """
        pytestmark = pytest.mark.duotone(limit=0.01)

        async def main():
            time.sleep(0.2)

        @pytest.mark.duotone(limit=10)
        def test_patient():
            asyncio.run(main())

        @pytest.mark.duotone(allow="blocked-loop")
        def test_allowed():
            asyncio.run(main())

        def test_strict():
            asyncio.run(main())
        """,
        "-o",
        "duotone_limit=5",
    )
    result.assert_outcomes(passed=2, failed=1)


def test_a_loop_that_runs_for_several_tests_fails_the_one_that_blocks_it(run_tests: Run) -> None:
    result = run_tests(
        """
        @pytest.fixture(scope="module")
        def loop():
            loop = asyncio.new_event_loop()
            thread = threading.Thread(target=loop.run_forever)
            thread.start()
            yield loop
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()

        def test_before(loop): ...

        def test_blocks(loop):
            event = threading.Event()
            loop.call_soon_threadsafe(time.sleep, 0.5)
            loop.call_soon_threadsafe(event.set)
            event.wait()

        def test_after(loop): ...
        """,
        "-o",
        "duotone_limit=0.25",
    )
    result.assert_outcomes(passed=2, failed=1)


def test_what_is_blocked_outside_of_tests_is_nobodys_fault(run_tests: Run, pytester: pytest.Pytester) -> None:
    pytester.makeconftest("""
        import asyncio, time

        async def main():
            time.sleep(0.5)

        def pytest_collection_finish(session):
            session.config.hook.pytest_enter_pdb(config=session.config, pdb=None)

        def pytest_runtest_logfinish():
            asyncio.run(main())
    """)
    result = run_tests("def test_one(): ...\ndef test_two(): ...", "-o", "duotone_limit=0.25")
    result.assert_outcomes(passed=2)


def test_somebody_in_the_debugger_may_take_their_time(run_tests: Run) -> None:
    result = run_tests(
        """
        async def main():
            time.sleep(0.5)

        def test_debugged(request):
            request.config.hook.pytest_enter_pdb(config=request.config, pdb=None)
            asyncio.run(main())
        """,
        "-o",
        "duotone_limit=0.25",
    )
    result.assert_outcomes(passed=1)


def test_the_kinds_of_loop_are_left_as_they_were(run_tests: Run) -> None:
    import asyncio

    import uvloop

    before = asyncio.BaseEventLoop.run_forever, uvloop.Loop.run_forever
    run_tests("def test_it(): asyncio.run(work())").assert_outcomes(passed=1)
    assert (asyncio.BaseEventLoop.run_forever, uvloop.Loop.run_forever) == before
