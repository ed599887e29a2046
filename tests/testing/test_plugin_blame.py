"""What went wrong is told with the test that did it, and with no other."""

from __future__ import annotations

import pytest

from duotone.testing.faults import NAMES
from tests.testing.conftest import Run, says

pytest_plugins = ["pytester"]

# The tests that run inside these ones do all of it.
pytestmark = pytest.mark.duotone(allow=NAMES)


def test_the_next_test_is_not_blamed_for_what_a_failure_has_kept(run_tests: Run) -> None:
    result = run_tests(
        """
        def test_fails():
            coroutine = work()
            assert not coroutine

        def test_innocent():
            gc.collect()

        class TestOld(unittest.TestCase):
            def test_fails(self):
                coroutine = work()
                self.fail("as it should")

            def test_innocent(self):
                gc.collect()
        """,
        apart=True,
    )
    result.assert_outcomes(passed=2, failed=2)
    result.stdout.no_fnmatch_line("*lost-coroutine*")
    result.stderr.no_fnmatch_line("*never awaited*")


def test_what_an_earlier_test_has_kept_is_told_with_that_test(run_tests: Run) -> None:
    result = run_tests("""
        kept = []

        def test_keeps():
            kept.append(work())
            kept.append(work())

        def test_awaits():
            asyncio.run(kept.pop())

        def test_drops():
            kept.clear()
    """)
    result.assert_outcomes(passed=2, failed=1)
    says(result, "lost-coroutine: 'work', made at *.py:10 by *.py::test_keeps, and lost here, was never awaited")


def test_what_a_failing_test_did_wrong_is_told_beside_its_failure(run_tests: Run) -> None:
    result = run_tests("""
        def test_fails():
            work()
            assert False, "the reason"
    """)
    result.assert_outcomes(failed=1)
    says(result, "AssertionError: the reason", "Captured duotone call", "lost-coroutine: 'work', made at *.py:8")


def test_a_fixture_that_fails_is_told_with_what_it_did_wrong(run_tests: Run) -> None:
    result = run_tests("""
        @pytest.fixture
        def failing():
            work()
            raise ValueError

        def test_it(failing): ...
    """)
    result.assert_outcomes(errors=1)
    says(result, "ERROR at setup of test_it", "Captured duotone setup", "lost-coroutine: 'work', made at *.py:9")


def test_a_skipped_test_is_told_what_it_did_wrong_at_its_end(run_tests: Run) -> None:
    result = run_tests("""
        def test_it():
            work()
            pytest.skip("not today")
    """)
    result.assert_outcomes(skipped=1, errors=1)
    says(result, "ERROR at teardown of test_it", "lost-coroutine: 'work', made at *.py:8")


def test_what_is_lost_outside_of_tests_is_left_to_python(run_tests: Run) -> None:
    result = run_tests("""
        import warnings

        with warnings.catch_warnings(record=True) as record:
            warnings.simplefilter("always")
            work()

        def test_it():
            assert "never awaited" in str(record[0].message)
    """)
    result.assert_outcomes(passed=1)


def test_a_plugin_that_breaks_the_setup_off_harms_nobody(run_tests: Run, pytester: pytest.Pytester) -> None:
    pytester.makeconftest("""
        import pytest

        class Breaking:
            @pytest.hookimpl(wrapper=True, tryfirst=True)
            def pytest_runtest_setup(self, item):
                if item.name == "test_broken":
                    raise ValueError
                return (yield)

        def pytest_collection_finish(session):
            session.config.pluginmanager.register(Breaking())
    """)
    result = run_tests("def test_broken(): ...", "-p", "no:logging")
    result.assert_outcomes(errors=1)


def test_nothing_is_heard_at_the_end_of_what_the_last_failure_has_kept(run_tests: Run) -> None:
    result = run_tests("""
        kept = []

        def test_fails():
            kept.append(work())
            assert False
    """)
    result.assert_outcomes(failed=1)
    result.stderr.no_fnmatch_line("*never awaited*")
