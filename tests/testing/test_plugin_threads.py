"""Threads and calls that outlive their test fail it, and the place is named."""

from __future__ import annotations

import pytest

from duotone.testing.faults import NAMES
from tests.testing.conftest import Run, says

pytest_plugins = ["pytester"]

# The tests that run inside these ones do all of it.
pytestmark = pytest.mark.duotone(allow=NAMES)


def test_a_thread_that_outlives_its_test_fails_it_with_the_place_where_it_was_started(run_tests: Run) -> None:
    result = run_tests("""
        event = threading.Event()

        def test_leaves():
            threading.Thread(target=event.wait, name="poller").start()

        def test_ends():
            event.set()
    """)
    result.assert_outcomes(passed=2, errors=1)
    says(
        result,
        "ERROR at teardown of test_leaves",
        "abandoned-thread: thread 'poller', started at *.py:10, goes on after its test",
        "started *.py:10: in test_leaves",
        "now *",
        'allow="abandoned-thread"',
    )


def test_a_thread_that_ends_soon_a_daemon_and_an_idle_executor_are_no_fault(run_tests: Run) -> None:
    result = run_tests("""
        from concurrent.futures import ThreadPoolExecutor
        executor = ThreadPoolExecutor()
        event = threading.Event()

        def test_soon():
            threading.Thread(target=time.sleep, args=(0.1,)).start()

        def test_daemon():
            threading.Thread(target=event.wait, daemon=True).start()

        def test_executor():
            executor.submit(work().close).result()

        def test_end():
            event.set()
            executor.shutdown()
    """)
    result.assert_outcomes(passed=4)


def test_a_thread_of_a_wider_fixture_is_no_fault(run_tests: Run) -> None:
    result = run_tests("""
        @pytest.fixture(scope="module")
        def server():
            event = threading.Event()
            thread = threading.Thread(target=event.wait)
            thread.start()
            yield
            event.set()
            thread.join()

        def test_one(server): ...

        def test_two(server): ...
    """)
    result.assert_outcomes(passed=2)


def test_a_call_that_was_abandoned_fails_its_test(run_tests: Run) -> None:
    result = run_tests("""
        event = threading.Event()

        def stubborn():
            event.wait()

        def test_abandons():
            with pytest.raises(TimeoutError):
                duotone.run(stubborn, timeout=0.01)

        @pytest.mark.duotone(allow="abandoned-thread")
        def test_may_abandon():
            with pytest.raises(TimeoutError):
                duotone.run(stubborn, timeout=0.01)

        def test_ends():
            event.set()
            while duotone.figures().abandoned:
                time.sleep(0.01)
    """)
    result.assert_outcomes(passed=3, errors=1)
    says(
        result,
        "ERROR at teardown of test_abandons",
        "abandoned-thread: the abandoned call of 'stubborn'*goes on after its test",  # its thread may be older
        "now *.py:10: in stubborn",
    )


def test_a_coroutine_that_does_not_let_itself_be_cancelled_fails_its_test(run_tests: Run) -> None:
    result = run_tests("""
        is_over = False

        async def stubborn():
            while not is_over:
                try:
                    await asyncio.sleep(0.01)
                except asyncio.CancelledError:
                    pass

        def test_abandons():
            with pytest.raises(TimeoutError):
                duotone.run(stubborn, timeout=0.01)

        def test_ends():
            global is_over
            is_over = True
            while duotone.figures().abandoned:
                time.sleep(0.01)
    """)
    result.assert_outcomes(passed=2, errors=1)
    says(
        result,
        "abandoned-thread: an abandoned coroutine, which does not let itself be cancelled, goes on after its test",
    )
