"""What a test does wrong between the colors fails that test, and names the place."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

import pytest

from duotone.testing.faults import NAMES

pytest_plugins = ["pytester"]

# The tests that run inside these ones do all of it.
pytestmark = pytest.mark.duotone(allow=NAMES)

PRELUDE = """
import asyncio, gc, threading, time, unittest
import duotone
import pytest

async def work(): ...
"""

Run = Callable[..., pytest.RunResult]


@pytest.fixture
def run_tests(pytester: pytest.Pytester) -> Run:
    """Run the tests in a piece of code, with warnings as errors, and return what pytest says."""
    pytester.makeini("[pytest]\nfilterwarnings = error")

    def run(code: str, *options: str, apart: bool = False) -> pytest.RunResult:
        pytester.makepyfile(PRELUDE + textwrap.dedent(code))
        run_pytest = pytester.runpytest_subprocess if apart else pytester.runpytest_inprocess
        return run_pytest("-p", "no:cacheprovider", "-p", "no:asyncio", *options)

    return run


def says(result: pytest.RunResult, *lines: str) -> None:
    """Check that the output has these lines, in this order."""
    result.stdout.fnmatch_lines([f"*{line}*" for line in lines])


# -- lost coroutines --------------------------------------------------------------------------------------------------


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


# -- whose fault it is ------------------------------------------------------------------------------------------------


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


# -- blocked loops ----------------------------------------------------------------------------------------------------


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


# -- threads ----------------------------------------------------------------------------------------------------------


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


# -- held loops -------------------------------------------------------------------------------------------------------

HOLDING = """
async def main():
    duotone.run(work)

def test_plain():
    asyncio.run(main())

def test_asked(duotone_holding):
    asyncio.run(main())

@pytest.mark.duotone(allow="held-loop")
def test_allowed(duotone_holding):
    asyncio.run(main())
"""


def test_a_wait_that_holds_a_loop_fails_the_test_that_asked(run_tests: Run) -> None:
    result = run_tests(HOLDING)
    result.assert_outcomes(passed=2, failed=1)
    says(
        result,
        "test_asked",
        "held-loop: a sync wait at *.py:8 held up the event loop of its own thread",
        ".py:8: in main",
        "duotone.run(work)",
        "Write 'await duotone.call(...)' there",
    )


def test_a_wait_that_holds_a_loop_fails_every_test_if_so_configured(run_tests: Run) -> None:
    run_tests(HOLDING, "-o", "duotone_guards=holding").assert_outcomes(passed=1, failed=2)


# -- configuration ----------------------------------------------------------------------------------------------------


def test_guards_that_are_not_named_do_not_stand(run_tests: Run) -> None:
    code = """
        def test_lost():
            with pytest.warns(RuntimeWarning, match="never awaited"):
                work()
    """
    run_tests(code, "-o", "duotone_guards=loops threads").assert_outcomes(passed=1)
    run_tests(code, "-o", "duotone_guards=").assert_outcomes(passed=1)


def test_an_allowed_loss_warns_as_python_does(run_tests: Run) -> None:
    result = run_tests("""
        @pytest.mark.duotone(allow=["lost-coroutine", "held-loop"])
        def test_lost():
            with pytest.warns(RuntimeWarning, match="never awaited"):
                work()
    """)
    result.assert_outcomes(passed=1)


@pytest.mark.parametrize("mark", ['allow="lost"', 'allow=["lost"]', '"lost"', "lost=1"])
def test_a_mark_that_nobody_understands_fails_its_test(run_tests: Run, mark: str) -> None:
    result = run_tests(f"@pytest.mark.duotone({mark})\ndef test_it(): ...")
    result.assert_outcomes(errors=1)
    says(result, "@pytest.mark.duotone doesn't know 'lost'; it takes allow= with any of lost-coroutine, blocked-loop")


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("duotone_guards=coroutines dogs", "duotone_guards: dogs is unknown; the guards are coroutines, loops"),
        ("duotone_limit=soon", "duotone_limit: 'soon' is not a number of seconds"),
        ("duotone_limit=-1", "duotone_limit: '-1' is not a number of seconds"),
    ],
)
def test_a_configuration_that_nobody_understands_is_refused(run_tests: Run, option: str, message: str) -> None:
    result = run_tests("def test_it(): ...", "-o", option)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: {message}*"])


def test_the_mark_is_known_to_pytest(run_tests: Run) -> None:
    says(run_tests("", "--markers"), "@pytest.mark.duotone(allow=..., limit=...): let a test do what is named")
