"""Pulses in the moments that can't be brought about from outside."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from duotone.contract.guards.pulses import BeatPulse


class SlowLoop(asyncio.AbstractEventLoop):
    """A loop that calls nothing by itself."""

    def __init__(self) -> None:
        self.calls: list[Callable[[], object]] = []
        self.runs = True
        self.accepts = True

    def is_running(self) -> bool:
        return self.runs

    def call_soon_threadsafe(self, callback: Callable[..., object], *args: object) -> None:  # type: ignore[override]
        if not self.accepts:
            message = "Event loop is closed"
            raise RuntimeError(message)
        self.calls.append(lambda: callback(*args))


def slow_loop() -> SlowLoop:
    return SlowLoop()  # type: ignore[abstract]  # a pulse asks for no more of it


def test_a_beat_that_was_sent_and_not_called_goes_on() -> None:
    pulse = BeatPulse(slow_loop(), 10)
    since = pulse.busy_since()
    assert since is not None
    assert pulse.busy_since() == since


def test_a_beat_that_can_no_longer_be_sent_harms_nobody() -> None:
    loop = slow_loop()
    pulse = BeatPulse(loop, 10)
    loop.accepts = False
    assert pulse.busy_since() is not None
    pulse.stop()
    assert list(pulse.ended) == []


def test_a_beat_that_waited_while_the_loop_was_not_run_does_not_count() -> None:
    loop = slow_loop()
    pulse = BeatPulse(loop, 0)
    pulse.busy_since()
    loop.runs = False
    assert pulse.busy_since() is None
    loop.calls[-1]()
    assert list(pulse.ended) == []
