"""What the evidence of a soak would say if something had gone wrong."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from duotone.runtime import Log, Promise
from duotone.runtime.delivery.drafts import promise_delivered, promise_made
from duotone.runtime.drafts import run_started
from duotone.runtime.events import Append, Draft, Json
from duotone.runtime.messages import Message, Role
from tests.runtime.soak.evidence import evidence_in

PROMISE = Promise("p", "talk", "board", "task.completed", "x", 10.0**10)
BEGUN = run_started("r", "turn", "agent", "owner")
SAID: Mapping[str, Json] = {"message": Message(Role.USER, "hello").to_json(), "by": "user", "id": "1"}


def step(verb: str) -> Draft:
    return Draft(f"step.{verb}", {"step": "s", "attempt": 1, "outcome": "ok", "result": None}, "r")


def process(verb: str) -> Draft:
    return Draft(f"process.{verb}", {"process": "x"})


@pytest.mark.parametrize(
    ("drafts", "problem"),
    [
        ([BEGUN, step("started")], "begun 1 times, with 0 outcomes"),
        ([BEGUN, step("started"), *[step("ended")] * 2], "begun 1 times, with 2 outcomes"),
        ([BEGUN], "turn r has 0 ends"),
        ([promise_made(PROMISE)], "made 1 times, delivered 0 times"),
        ([promise_made(PROMISE), *[promise_delivered("p", "board", None)] * 2], "delivered 2 times"),
        ([promise_made(PROMISE), promise_delivered("p", "board", None)], "promise p has not arrived"),
        ([process("asked")], "x has 0 ends"),
        ([process("asked"), process("ended"), process("ended")], "x has 2 ends"),
        ([Draft("message.sent", SAID)], "its last message has no answer"),
    ],
)
def test_what_went_wrong_is_found_in_the_log(drafts: list[Draft], problem: str, path: Path) -> None:
    with Log(path) as log:
        for draft in drafts:
            log.append(Append("talk", [draft]))
    assert [found for found in evidence_in(path, path.with_name("board")).problems if problem in found]


def test_what_arrived_without_a_promise_is_found(path: Path) -> None:
    with Log(path):
        path.with_name("board").write_text("nobody's\n", "utf-8")
    assert evidence_in(path, path.with_name("board")).problems == ["promise nobody's was never made"]
