"""A coroutine that a test loses fails that test, and the place is named."""

from __future__ import annotations

import pytest

from duotone.testing.faults import NAMES
from tests.testing.conftest import Run, says

pytest_plugins = ["pytester"]

# The tests that run inside these ones do all of it.
pytestmark = pytest.mark.duotone(allow=NAMES)


def test_a_lost_coroutine_fails_its_test_with_the_place_and_what_to_write(run_tests: Run) -> None:
    result = run_tests("""
        def test_lost():
            work()
    """)
    result.assert_outcomes(failed=1)
    says(
        result,
        "lost-coroutine: 'work', made at *.py:8, was never awaited",
        ".py:8: in test_lost",
        "work()",
        "write 'await work(...)' in async code, or 'duotone.run(work, ...)' in sync code",
        'If *.py::test_lost means it: @pytest.mark.duotone(allow="lost-coroutine")',
    )


def test_warnings_as_errors_add_no_second_noise(run_tests: Run) -> None:
    result = run_tests("def test_lost(): work()")
    result.assert_outcomes(failed=1)
    result.stdout.no_fnmatch_line("*Unraisable*")
    result.stdout.no_fnmatch_line("*RuntimeWarning*")
    result.stderr.no_fnmatch_line("*never awaited*")


def test_a_coroutine_that_only_the_collector_frees_fails_its_test(run_tests: Run) -> None:
    result = run_tests("""
        def test_innocent_before(): ...

        def test_lost():
            circle = [work()]
            circle.append(circle)

        def test_innocent_after(): ...
    """)
    result.assert_outcomes(passed=2, failed=1)
    says(result, "lost-coroutine: 'work', made at *.py:10")


def test_a_test_that_collects_by_itself_fails_at_its_end(run_tests: Run) -> None:
    result = run_tests("""
        def test_lost():
            gc.collect()
            circle = [work()]
            circle.append(circle)
    """)
    result.assert_outcomes(passed=1, errors=1)
    says(result, "lost-coroutine: 'work', made at *.py:9")


def test_losses_at_one_place_are_told_once(run_tests: Run) -> None:
    result = run_tests("""
        def test_lost():
            for _ in range(3):
                work()
    """)
    result.assert_outcomes(failed=1)
    says(result, "lost-coroutine: 'work'", "(3 times)")


def test_different_faults_are_told_together(run_tests: Run) -> None:
    result = run_tests("""
        def test_both(duotone_holding):
            work()

            async def main():
                duotone.run(work)

            asyncio.run(main())
    """)
    result.assert_outcomes(failed=1)
    says(result, "lost-coroutine:", "held-loop:", 'allow=[[]"lost-coroutine", "held-loop"[]]')


def test_a_fixture_that_loses_a_coroutine_fails_the_test_that_used_it(run_tests: Run) -> None:
    result = run_tests("""
        @pytest.fixture
        def early():
            work()

        @pytest.fixture
        def late():
            yield
            work()

        def test_early(early): ...

        def test_late(late): ...
    """)
    result.assert_outcomes(passed=1, failed=1, errors=1)
    says(result, "ERROR at teardown of test_late", "in late", "test_early", "in early")


def test_only_the_case_of_a_parametrized_test_that_lost_it_fails(run_tests: Run) -> None:
    result = run_tests("""
        @pytest.mark.parametrize("number", [1, 2, 3])
        def test_number(number):
            if number == 2:
                work()
    """)
    result.assert_outcomes(passed=2, failed=1)
    says(result, "test_number[[]2[]] means it")


def test_unittest_style_tests_fail_too(run_tests: Run) -> None:
    result = run_tests("""
        class TestOld(unittest.TestCase):
            def test_lost(self):
                work()

            def test_right(self): ...

        class TestAsync(unittest.IsolatedAsyncioTestCase):
            async def test_lost(self):
                work()

            async def test_right(self):
                await work()
    """)
    result.assert_outcomes(passed=2, failed=2)


def test_tests_of_anyio_and_their_fixtures_fail_too(run_tests: Run) -> None:
    result = run_tests("""
        pytestmark = pytest.mark.anyio

        @pytest.fixture
        def anyio_backend():
            return "asyncio"

        @pytest.fixture
        async def losing():
            work()

        async def test_lost():
            work()

        async def test_fixture(losing): ...

        async def test_right():
            await work()
    """)
    result.assert_outcomes(passed=1, failed=2)


def test_tests_of_pytest_asyncio_and_their_fixtures_fail_too(run_tests: Run, pytester: pytest.Pytester) -> None:
    pytest.importorskip("pytest_asyncio", exc_type=ImportError)
    pytester.makeini(
        "[pytest]\nfilterwarnings = error\nasyncio_mode = auto\nasyncio_default_fixture_loop_scope = function"
    )
    result = run_tests(
        """
        @pytest.fixture
        async def losing():
            yield
            work()

        async def test_lost():
            work()

        async def test_fixture(losing): ...

        async def test_right():
            await work()
        """,
        "-p",
        "asyncio",
        apart=True,
    )
    result.assert_outcomes(passed=2, failed=1, errors=1)


def test_under_xdist_the_report_names_the_test_and_the_place(run_tests: Run) -> None:
    result = run_tests(
        """
        def test_lost():
            work()

        def test_right(): ...
        """,
        "-n2",
        apart=True,
    )
    result.assert_outcomes(passed=1, failed=1)
    says(
        result,
        "lost-coroutine: 'work', made at *.py:8, was never awaited",
        ".py:8: in test_lost",
        "::test_lost means it",
    )
