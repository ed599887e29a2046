"""What can be set for the process, and what it means to hold up a loop."""

from __future__ import annotations

import asyncio
import inspect
import warnings
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any

import pytest

from duotone import configure, figures, run
from duotone.contract.settings import Settings, check_timeout, hold_loop, settings
from duotone.errors import BadTimeout, LoopHeld, LoopHeldWarning, TimedOut
from tests.contract.threads import wait_until


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = (settings.holding, settings.grace)
    yield
    settings.holding, settings.grace = before


async def give(value: int = 1) -> int:
    await asyncio.sleep(0)
    return value


# -- configure ----------------------------------------------------------------------------------------------------


def test_the_defaults_allow_a_loop_to_be_held_and_give_cleanup_a_moment() -> None:
    assert Settings() == Settings(holding="allow", grace=0.1)


def test_what_is_left_out_stays() -> None:
    configure(holding="warn", grace=1.5)
    configure()
    assert (settings.holding, settings.grace) == ("warn", 1.5)
    configure(holding="raise")
    assert (settings.holding, settings.grace) == ("raise", 1.5)
    configure(grace=0)
    assert (settings.holding, settings.grace) == ("raise", 0)


@pytest.mark.parametrize("holding", ["ignore", "", "WARN", 3, ["warn"]])
def test_a_policy_that_does_not_exist_is_refused(holding: Any) -> None:
    with pytest.raises(ValueError, match=r"is not a policy; use one of 'allow', 'warn', 'raise'"):
        configure(holding=holding)
    with pytest.raises(ValueError, match="is not a policy"):
        hold_loop("this", holding=holding)


@pytest.mark.parametrize("grace", [-1, -0.001, float("nan"), "soon", 1j, object()])
def test_a_grace_that_is_no_number_of_seconds_is_refused(grace: Any) -> None:
    with pytest.raises(BadTimeout, match=r"is not a number of seconds from 0 up") as caught:
        configure(grace=grace)
    assert caught.value.timeout is grace


def test_nothing_is_set_if_anything_is_refused() -> None:
    before = (settings.holding, settings.grace)
    with pytest.raises(BadTimeout):
        configure(holding="raise", grace=-1)
    with pytest.raises(ValueError, match="is not a policy"):
        configure(holding="ignore", grace=5)  # type: ignore[arg-type]
    assert (settings.holding, settings.grace) == before


@pytest.mark.parametrize("timeout", [0, 0.0, 1, 2.5, float("inf"), True])
def test_a_number_of_seconds_from_0_up_is_a_timeout(timeout: float) -> None:
    assert check_timeout(timeout) is timeout


def test_the_grace_is_how_long_cancelled_work_may_clean_up() -> None:
    async def linger() -> None:
        try:
            await asyncio.sleep(20)
        finally:
            await asyncio.sleep(0.05)

    configure(grace=10)
    with pytest.raises(TimedOut) as caught:
        run(linger, timeout=0.001)
    assert not caught.value.abandoned
    configure(grace=0)
    before = figures().abandoned
    with pytest.raises(TimedOut) as caught:
        run(linger, timeout=0.001)
    assert caught.value.abandoned
    wait_until(lambda: figures().abandoned == before)


# -- holding up a loop --------------------------------------------------------------------------------------------


def start() -> Awaitable[int]:
    return give()


def ways_to_wait() -> dict[str, Callable[..., object]]:
    """Every way to wait with `run`, each on a line of this file."""
    return {
        "a coroutine function": lambda **options: run(give, **options),
        "a coroutine": lambda **options: run(give(), **options),
        "what a sync function returns": lambda **options: run(start, **options),
        "a partial": lambda **options: run(partial(give, 2), **options),
        "a sync function on a worker": lambda **options: run(int, timeout=5, **options),
    }


WAYS = pytest.mark.parametrize("wait", ways_to_wait().values(), ids=ways_to_wait())


async def do(wait: Callable[..., object], **options: object) -> object:
    return wait(**options)


@WAYS
def test_a_wait_that_is_allowed_is_counted(wait: Callable[..., object]) -> None:
    before = figures().held_loops
    asyncio.run(do(wait))
    asyncio.run(do(wait, holding="allow"))
    assert figures().held_loops == before + 2


@WAYS
def test_a_wait_that_is_warned_of_names_the_line_that_waits(wait: Callable[..., object]) -> None:
    lines, first = inspect.getsourcelines(ways_to_wait)
    configure(holding="warn")
    before = figures().held_loops
    with pytest.warns(
        LoopHeldWarning, match=r"run\(.*\) holds up the event loop .* 'await duotone.call\(...\)'"
    ) as seen:
        asyncio.run(do(wait))
    assert [(warning.filename, first <= warning.lineno < first + len(lines)) for warning in seen] == [(__file__, True)]
    assert figures().held_loops == before + 1


@WAYS
def test_a_wait_that_is_refused_is_not_counted(wait: Callable[..., object]) -> None:
    configure(holding="raise")
    before = figures().held_loops
    with pytest.raises(LoopHeld, match=r"run\(.*\) would hold up the event loop .* duotone.offload\(...\)"):
        asyncio.run(do(wait))
    assert figures().held_loops == before


@WAYS
def test_the_policy_of_one_call_comes_before_that_of_the_process(wait: Callable[..., object]) -> None:
    with pytest.raises(LoopHeld):
        asyncio.run(do(wait, holding="raise"))
    configure(holding="raise")
    with pytest.warns(LoopHeldWarning):
        asyncio.run(do(wait, holding="warn"))
    asyncio.run(do(wait, holding="allow"))


def test_a_callee_is_not_called_when_its_wait_is_refused() -> None:
    called: list[int] = []

    async def note() -> None:
        called.append(1)

    configure(holding="raise")
    with pytest.raises(LoopHeld):
        asyncio.run(do(lambda: run(note)))
    with pytest.raises(LoopHeld):
        asyncio.run(do(lambda: run(called.append, 1, timeout=5)))
    assert not called


def test_a_sync_callable_that_holds_nothing_up_is_always_welcome() -> None:
    configure(holding="raise")
    assert asyncio.run(do(lambda: run(abs, -3))) == 3


def test_where_no_foreign_loop_is_running_the_policy_has_nothing_to_say() -> None:
    configure(holding="raise")
    before = figures().held_loops
    assert run(give, 2) == 2
    assert run(do, lambda: run(give, 3)) == 3
    assert figures().held_loops == before


def test_a_warning_that_is_made_an_error_comes_before_anything_is_called() -> None:
    called: list[int] = []

    async def note() -> None:
        called.append(1)

    configure(holding="warn")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(LoopHeldWarning):
            asyncio.run(do(lambda: run(note)))
    assert not called
