"""The log as the shell of a run sees it that an engine decides on."""

from __future__ import annotations

from typing import Any

import pytest

from duotone.runtime._async.shell import AsyncShell, Drive
from duotone.runtime.drafts import run_started
from duotone.runtime.drivers.saga import SagaDriver
from duotone.runtime.engines.conducting import Ledger, Mission
from duotone.runtime.events import Draft, Event


@pytest.mark.parametrize("last", [1, 57])
async def test_a_signal_that_comes_before_anything_was_written_is_news_to_a_run_that_is_gone_on_with(last: int) -> None:
    ledger, driver, nobody = Ledger(), SagaDriver(is_open=True), object()
    remote: Any = nobody  # it is asked for nothing
    started = run_started("s1", "saga", "trade", "engine:other")
    events = [Event(last, "s1", last, started.kind, 0.0, "s1", started.data, "")]
    shell = AsyncShell(Drive("s1", "s1"), ledger, driver, remote, Mission("s1", "s1", 2, ledger, remote))
    shell.take_over(events, 2)
    ledger.follow(events)
    ledger.receive("s1", Draft("signal.cancel", {"by": "caller", "reason": "enough"}, "s1"))
    shell.tell()
    await shell.advance(lambda: True)
    assert driver.course.run.cancelled is not None
