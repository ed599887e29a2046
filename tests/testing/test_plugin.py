"""Which of the plugin's guards stand, for which tests, and what is refused."""

from __future__ import annotations

import pytest

from duotone.testing.faults import NAMES
from tests.testing.conftest import Run, says

pytest_plugins = ["pytester"]

# The tests that run inside these ones do all of it.
pytestmark = pytest.mark.duotone(allow=NAMES)


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
