"""What an agent sees: every result as JSON or text, and words for every outcome."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duotone.errors import Unkeepable
from duotone.runtime.conversation.words import answer_to, in_words
from duotone.runtime.outcomes import Fault, Outcome
from duotone.runtime.tools.seeing import as_seen, shortened


class Color(Enum):
    RED = "red"


@dataclass
class Place:
    path: Path
    colors: set[Color]


class Unshowable:
    def __repr__(self) -> str:
        raise ValueError("no")


async def later() -> int:
    return 1


@pytest.mark.parametrize(
    ("value", "seen"),
    [
        ("text", "text"),
        (None, None),
        ({"a": (1, 2)}, {"a": [1, 2]}),
        (Place(Path("a"), {Color.RED}), {"path": "a", "colors": ["red"]}),
        (date(2026, 1, 2), "2026-01-02"),
        (float("nan"), "NaN"),
        (b"caf\xc3\xa9 \xff", "café \\xff"),
        ("half \ud83d", "half \\ud83d"),
        ({1: b"\xff"}, {"1": "_w=="}),
        (Unshowable(), "<Unshowable>"),
        ((number for number in range(3)), [0, 1, 2]),
    ],
)
def test_every_result_is_seen_as_json_or_text(value: Any, seen: Any) -> None:
    assert as_seen(value, "call/1") == seen


def test_something_that_holds_itself_is_described() -> None:
    circle: list[Any] = []
    circle.append(circle)
    assert as_seen(circle, "call/1") == "[[...]]"


def test_an_awaitable_inside_of_a_result_is_work_that_was_not_done() -> None:
    with pytest.raises(Unkeepable, match="await it before it is returned"):
        as_seen({"inner": [later()]}, "call/1")


def test_a_result_in_words_is_text_or_json() -> None:
    assert in_words("text") == "text"
    assert in_words({"é": 1}) == '{"é": 1}'
    assert in_words(None) == "(done, without a result)"


def test_a_long_text_is_shown_from_both_ends_with_the_place_of_the_rest() -> None:
    text = "".join(f"line {number}\n" for number in range(1_000))
    seen = shortened(text, 300, "7-ab", "read_result")
    head, note, tail = seen.partition("[…")[0], seen.partition("[…")[2].partition("…]")[0], seen.partition("…]\n")[2]
    assert text.startswith(head.removesuffix("\n"))
    assert text.endswith(tail)
    assert f"read_result(result='7-ab', offset={len(head) - 1})" in note
    assert f"of {len(text):,} characters" in note


def test_an_agent_that_can_not_read_on_is_not_told_to() -> None:
    assert "ask for less to see it" in shortened("x" * 1_000, 100, "7-ab")
    assert "they were not kept" in shortened("x" * 1_000, 100, "", "read_result")


@given(st.text(), st.integers(min_value=1, max_value=50))
def test_a_text_is_shortened_to_its_ends_and_loses_nothing_that_is_not_counted(text: str, longest: int) -> None:
    seen = shortened(text, longest, "r")
    if len(text) <= longest:
        assert seen == text
    else:
        assert len(seen) <= longest + 150


FAULT = Fault("ValueError", "no such book")


@pytest.mark.parametrize(
    ("outcome", "fault", "said"),
    [
        (Outcome.FAILED, FAULT, "look failed: ValueError: no such book"),
        (Outcome.FAILED, Fault("KeyError", ""), "look failed: KeyError"),
        (Outcome.FAILED, None, "look failed: look was failed"),
        (Outcome.REFUSED, FAULT, "look was not called: no such book"),
        (
            Outcome.REFUSED,
            Fault("BadArguments", "look was not called: n is missing"),
            "look was not called: n is missing",
        ),
        (Outcome.TIMED_OUT, Fault("TimedOut", "it took over 5 s"), "look was stopped: it took over 5 s"),
        (Outcome.ABANDONED, None, "look was given up and may still be at work"),
        (Outcome.CANCELLED, None, "look was stopped before it had ended"),
        (Outcome.CONTRACT_ERROR, FAULT, "look has a fault that another call won't mend: no such book"),
        (Outcome.UNKNOWN, None, "nobody knows how look ended"),
    ],
)
def test_every_other_outcome_has_its_words(outcome: Outcome, fault: Fault | None, said: str) -> None:
    assert answer_to("look", outcome, fault=fault).startswith(said)


def test_every_outcome_has_an_answer() -> None:
    assert all(answer_to("look", outcome) for outcome in Outcome)
