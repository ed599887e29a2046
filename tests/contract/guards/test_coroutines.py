"""Every coroutine that is never awaited is reported, with the place where it was made."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from duotone import figures
from duotone.contract.guards import Lost, Place, watch_coroutines, watch_thread
from duotone.contract.guards.splice import Splice
from tests.contract.threads import Background

HOOK = "_warn_unawaited_coroutine"
NEVER_AWAITED = "coroutine 'work' was never awaited"

pytestmark = [
    pytest.mark.duotone(allow="lost-coroutine"),
    pytest.mark.filterwarnings("ignore:coroutine 'work' was never awaited:RuntimeWarning"),
]


async def work() -> None: ...


def lose() -> int:
    """Lose a coroutine, and return the line that made it."""
    work()  # type: ignore[unused-coroutine]  # noqa: RUF100
    return lose.__code__.co_firstlineno + 2


@pytest.fixture
def lost() -> Iterator[list[Lost]]:
    """What a watch hears during the test."""
    heard: list[Lost] = []
    with watch_coroutines(heard.append):
        yield heard


def test_a_lost_coroutine_is_reported_with_the_place_where_it_was_made(lost: list[Lost]) -> None:
    line = lose()
    assert [(one.name, one.file, one.line, one.function) for one in lost] == [("work", __file__, line, "lose")]
    assert str(lost[0]) == f"'work', made at {__file__}:{line} in lose, was never awaited"


def test_a_lost_coroutine_is_counted(lost: list[Lost]) -> None:
    before = figures().lost_coroutines
    lose()
    assert figures().lost_coroutines == before + 1


def test_a_watch_without_a_listener_counts() -> None:
    before = figures().lost_coroutines
    with watch_coroutines():
        lose()
    assert figures().lost_coroutines == before + 1


def test_what_is_awaited_or_closed_is_not_reported(lost: list[Lost]) -> None:
    asyncio.run(work())
    work().close()
    assert lost == []


def test_a_coroutine_that_only_the_collector_frees_is_reported(lost: list[Lost]) -> None:
    circle: list[object] = [work()]
    circle.append(circle)
    del circle
    gc.collect()
    assert [one.name for one in lost] == ["work"]


def test_the_origin_is_as_deep_as_asked() -> None:
    heard: list[Lost] = []
    with watch_coroutines(heard.append, depth=2):
        line = lose()
    assert heard[0].origin[0] == Place(__file__, line, "lose")
    assert heard[0].origin[1].function == "test_the_origin_is_as_deep_as_asked"


def test_the_deepest_watch_decides_for_all(lost: list[Lost]) -> None:
    with watch_coroutines(depth=3):
        lose()
    lose()
    assert [len(one.origin) for one in lost] == [3, 1]


def test_pythons_warning_goes_on_in_the_name_of_the_code_that_lost_it(lost: list[Lost]) -> None:
    with pytest.warns(RuntimeWarning, match=NEVER_AWAITED) as record:
        line = lose()
    assert (record[0].filename, record[0].lineno) == (__file__, line)
    assert f'File "{__file__}", line {line}, in lose' in str(record[0].message)


def test_pythons_warning_names_no_origin_where_none_was_noted(lost: list[Lost], background: Background) -> None:
    with pytest.warns(RuntimeWarning, match=NEVER_AWAITED) as record:
        lose_unnoted()
    assert str(record[0].message) == NEVER_AWAITED


def lose_unnoted() -> None:
    depth = sys.get_coroutine_origin_tracking_depth()
    sys.set_coroutine_origin_tracking_depth(0)
    lose()
    sys.set_coroutine_origin_tracking_depth(depth)


def test_the_warning_goes_on_when_it_is_an_error(lost: list[Lost], unraisable: list[Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        lose()
    assert [one.name for one in lost] == ["work"]
    assert [type(args.exc_value) for args in unraisable] == [RuntimeWarning]


@pytest.fixture
def unraisable(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What reaches `sys.unraisablehook` during the test."""
    reached: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", reached.append)
    return reached


def failing(message: str) -> Callable[[Lost], None]:
    def fail(lost: Lost) -> None:
        raise ValueError(message)

    return fail


def test_what_a_listener_raises_goes_to_the_hook_and_everybody_else_hears_of_the_loss(
    lost: list[Lost], unraisable: list[Any]
) -> None:
    with watch_coroutines(failing("broken")), pytest.warns(RuntimeWarning, match=NEVER_AWAITED):
        lose()
    assert [repr(args.exc_value) for args in unraisable] == ["ValueError('broken')"]
    assert [one.name for one in lost] == ["work"]


def test_what_several_listeners_raise_goes_to_the_hook_together(unraisable: list[Any]) -> None:
    with watch_coroutines(failing("one")), watch_coroutines(failing("two")):
        lose()
    (args,) = unraisable
    assert [str(error) for error in args.exc_value.exceptions] == ["two", "one"]


def test_a_listener_that_says_it_has_dealt_with_it_is_the_last_to_hear(lost: list[Lost]) -> None:
    with watch_coroutines(lambda _: True), warnings.catch_warnings(record=True) as record:
        lose()
    assert (lost, record) == ([], [])


def test_threads_that_start_later_are_watched(lost: list[Lost], background: Background) -> None:
    line = background.start(lose)()
    with ThreadPoolExecutor(1) as executor:
        executor.submit(lose).result()
    assert [(one.line, one.function) for one in lost] == [(line, "lose")] * 2


def test_a_thread_that_was_there_before_names_the_definition_until_it_is_told(background: Background) -> None:
    heard: list[Lost] = []
    is_watching = threading.Event()

    def body() -> None:
        is_watching.wait(10)
        lose_unnoted()
        watch_thread()
        lose()

    join = background.start(body)
    with watch_coroutines(heard.append):
        is_watching.set()
        join()
    assert [bool(one.origin) for one in heard] == [False, True]
    assert (heard[0].line, heard[0].function) == (work.__code__.co_firstlineno, "work")
    assert str(heard[0]) == f"'work', defined at {__file__}:{heard[0].line}, was never awaited"


def test_closing_restores_exactly_what_was_there() -> None:
    before = sys.get_coroutine_origin_tracking_depth(), getattr(warnings, HOOK), threading.Thread.start
    first = watch_coroutines(depth=before[0] + 2)
    second = watch_coroutines(depth=before[0] + 1)
    first.close()
    assert sys.get_coroutine_origin_tracking_depth() == before[0] + 1
    second.close()
    second.close()
    assert (sys.get_coroutine_origin_tracking_depth(), getattr(warnings, HOOK), threading.Thread.start) == before


def test_a_depth_that_was_there_before_is_kept() -> None:
    before = sys.get_coroutine_origin_tracking_depth()
    sys.set_coroutine_origin_tracking_depth(7)
    try:
        with watch_coroutines():
            assert sys.get_coroutine_origin_tracking_depth() == 7
        assert sys.get_coroutine_origin_tracking_depth() == 7
    finally:
        sys.set_coroutine_origin_tracking_depth(before)
        watch_thread()


def test_a_loop_in_debug_mode_finds_and_leaves_its_own_depth(lost: list[Lost]) -> None:
    before = sys.get_coroutine_origin_tracking_depth()

    async def main() -> int:
        with watch_coroutines():
            lose()
        return sys.get_coroutine_origin_tracking_depth()

    assert asyncio.run(main(), debug=True) > 1
    assert len(lost[0].origin) > 1
    assert sys.get_coroutine_origin_tracking_depth() == before


def test_no_place_at_all_is_refused() -> None:
    with pytest.raises(ValueError, match="pass a number from 1 up"):
        watch_coroutines(depth=0)


def run_alone(script: Callable[..., Any], body: str) -> str:
    """Run in an interpreter where nobody watches yet."""
    prelude = "import gc, warnings\nfrom duotone import figures\n"
    prelude += "from duotone.contract.guards import watch_coroutines\n"
    prelude += "async def work(): ...\n"
    done = script(prelude + body, "-W", "ignore")
    assert (done.returncode, done.stderr) == (0, "")
    return str(done.stdout)


def test_a_hook_that_another_tool_had_in_place_is_called(script: Callable[..., Any]) -> None:
    body = """
heard = []
warnings._warn_unawaited_coroutine = lambda coroutine: heard.append(coroutine.__name__)
with watch_coroutines():
    work()
work()
print(heard)
"""
    assert run_alone(script, body) == "['work', 'work']\n"


def test_a_hook_that_another_tool_puts_over_ours_hears_all_and_we_hear_each_once(script: Callable[..., Any]) -> None:
    body = """
heard, theirs = [], []
watch = watch_coroutines(heard.append)
ours = warnings._warn_unawaited_coroutine
def hook(coroutine):
    theirs.append(1)
    ours(coroutine)
warnings._warn_unawaited_coroutine = hook
watch.close()
work()
print(len(heard), len(theirs), figures().lost_coroutines)
with watch_coroutines(heard.append):
    work()
print(len(heard), len(theirs), figures().lost_coroutines)
"""
    assert run_alone(script, body) == "0 1 0\n1 2 1\n"


def test_a_loss_inside_a_count_does_not_hang(script: Callable[..., Any]) -> None:
    body = """
heard = []
with watch_coroutines(heard.append):
    for _ in range(200):
        circle = [work()]
        circle.append(circle)
        del circle
        gc.set_threshold(1)
        figures()
        gc.set_threshold(700)
gc.collect()
print(len(heard) > 100)
"""
    assert run_alone(script, body) == "True\n"


def test_the_thread_class_and_the_hook_are_untouched_in_a_process_that_never_watches(
    script: Callable[..., Any],
) -> None:
    body = """
import threading
print(warnings._warn_unawaited_coroutine.__module__ in ("warnings", "_py_warnings"), threading.Thread.start.__module__)
"""
    assert run_alone(script, body) == "True threading\n"


def test_a_splice_over_a_running_watch_is_left_alone(lost: list[Lost]) -> None:
    other = Splice(warnings, HOOK, lambda original: lambda coroutine: original(coroutine))  # noqa: PLW0108
    try:
        lose()
    finally:
        assert other.undo()
    assert Path(lost[0].file) == Path(__file__)
