"""Every way in which a small turn can go: what must hold at its end, whatever happened in between."""

from __future__ import annotations

from typing import Any

import pytest

from duotone.runtime.commands import Call
from duotone.runtime.conversation.limits import Limits
from duotone.runtime.drivers.retries import Retry
from duotone.runtime.drivers.rounds import CallTerms
from duotone.runtime.outcomes import Outcome
from tests.runtime.conversation.talking import Stage, asks, check_messages, says
from tests.runtime.drivers.choices import Chooser, every_path

REPLIES: list[Any] = [says("done"), Outcome.FAILED]
CALLS: list[Any] = ["result", Outcome.FAILED, Outcome.ABANDONED]
WISHES = ["", "interrupt", "pause", "crash", "cancel"]
ENDS = {"idle", "paused", "waiting", "error"}


class Chance:
    """One path: how steps end, and one wish of somebody at one point."""

    def __init__(self, chooser: Chooser, rulings: dict[str, Any], calls: list[Any]) -> None:
        self._chooser = chooser
        self._calls = calls
        self._rulings = rulings
        self._has_wished = False

    def agent(self, call: Call) -> Any:
        if call.step == "agent/1":
            return self._chooser.choose([asks("c1", "c2", **self._rulings), *REPLIES])
        return self._chooser.choose(REPLIES)

    def tool(self, call: Call) -> Any:
        return self._chooser.choose(self._calls)

    def wish(self, stage: Stage) -> None:
        if self._has_wished or stage.finished is not None:
            return
        wish = self._chooser.choose(WISHES)
        self._has_wished = bool(wish)
        if wish == "crash":
            stage.crash()
        elif wish:
            stage.signal(wish)


def check_ends(stage: Stage) -> None:
    """Hold a session to what L5 says: every step that was begun has one end."""
    begun = [event.data["step"] for event in stage.events if event.kind == "step.started"]
    ended = [event.data["step"] for event in stage.events if event.kind == "step.ended"]
    assert not stage.in_flight
    assert sorted(map(str, begun)) == sorted(map(str, ended)) or any("refused" in str(e.data) for e in stage.events)
    check_messages(stage.transcript.messages)
    assert stage.state in ENDS


@pytest.mark.parametrize(
    ("ruling", "locks", "attempts"),
    [("allow", (), 1), ("allow", ("db",), 1), ("ask", (), 1), ("deny", (), 1), ("allow", ("db",), 2)],
)
def test_a_turn_ends_or_stands_still_with_an_end_for_every_step(
    ruling: str, locks: tuple[str, ...], attempts: int
) -> None:
    paths = 0
    terms = CallTerms(Retry(attempts=attempts), locks=locks)
    for chooser in every_path():
        chance = Chance(chooser, {"c2": ruling}, CALLS if attempts == 1 else CALLS[:2])
        stage = Stage(chance.agent, chance.tool, Limits(iterations=4), lambda call: terms)
        stage.before, stage.is_quick = chance.wish, True
        stage.send().start().play()
        check_ends(stage)
        go_on(stage)
        assert stage.folded().decide(stage.now) == []
        paths += 1
    assert paths > 50


def go_on(stage: Stage) -> None:
    """Go on with a turn that stands still, until it has ended."""
    for _ in range(3):
        if stage.finished is not None:
            return
        if stage.state == "waiting":
            stage.signal("approve", call="c2")
        elif stage.state == "paused":
            stage.resume()
        stage.play()
        check_ends(stage)
    assert stage.finished is not None
