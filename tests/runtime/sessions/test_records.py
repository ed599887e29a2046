"""Rings, limits, policies and answers of adapters: what is accepted, what is refused, and what follows from it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duotone.errors import BadInput, BadUnit
from duotone.runtime.sessions import (
    Action,
    Ask,
    Behavior,
    Rate,
    Ring,
    Risk,
    Rule,
    Ruling,
    SessionConfig,
    Thresholds,
    Verdict,
)
from duotone.runtime.sessions.actions import digest_of
from duotone.runtime.sessions.limits import config_from
from duotone.runtime.sessions.policy import default_ruling, policies_of, ruling_of
from duotone.runtime.sessions.rings import Elevation
from duotone.runtime.sessions.trust import behavior_of, checked_adapter


def ask(action: Action, *args: object, ring: Ring = Ring.STANDARD, who: str = "bot") -> Ask:
    return Ask("s", who, 0.7, ring, action, args, {})


@pytest.mark.parametrize(("trust", "ring"), [(1.0, 1), (0.9, 1), (0.89, 2), (0.6, 2), (0.59, 3), (0.0, 3)])
def test_a_trust_score_gives_a_ring_and_never_the_root(trust: float, ring: int) -> None:
    assert Thresholds().ring_for(trust) == ring


def test_a_lower_ring_reaches_further() -> None:
    assert Ring.ROOT.reaches(Ring.SANDBOX)
    assert Ring.STANDARD.reaches(Ring.STANDARD)
    assert not Ring.SANDBOX.reaches(Ring.STANDARD)


@pytest.mark.parametrize("trust", [-0.1, 1.1, float("nan"), True, "high", None])
def test_what_is_no_trust_score_is_refused(trust: Any) -> None:
    with pytest.raises(BadInput, match="from 0 to 1"):
        Thresholds(privileged=trust)


def test_thresholds_in_the_wrong_order_are_refused() -> None:
    with pytest.raises(BadInput, match="must be higher"):
        Thresholds(privileged=0.5, standard=0.6)


def test_an_elevation_comes_back_from_its_data() -> None:
    lent = Elevation(Ring.ROOT, 7.5, "chief")
    assert Elevation.from_json(lent.to_json()) == lent


@pytest.mark.parametrize(
    "make",
    [
        lambda: SessionConfig(max_participants=0),
        lambda: SessionConfig(max_participants=True),
        lambda: SessionConfig(max_actions=1.5),  # type: ignore[arg-type]
        lambda: SessionConfig(max_duration=0),
        lambda: SessionConfig(max_duration=float("inf")),
        lambda: SessionConfig(undo_window=-1),
        lambda: SessionConfig(approval_window=0),
        lambda: SessionConfig(approval_window="1 h"),  # type: ignore[arg-type]
        lambda: SessionConfig(min_trust=2),
        lambda: SessionConfig(consistency="sometimes"),  # type: ignore[arg-type]
        lambda: Rate(0, 5),
        lambda: Rate(5, 0.5),
        lambda: SessionConfig(rates={7: Rate(1, 1)}),  # type: ignore[dict-item]
        lambda: SessionConfig(rates={Ring.ROOT: 5}),  # type: ignore[dict-item]
        lambda: Elevation(-1, 100.0, "chief"),  # type: ignore[arg-type]
        lambda: Action(""),
        lambda: Action("pay", "dear"),  # type: ignore[arg-type]
        lambda: Action("pay", Risk.IRREVERSIBLE, 7),  # type: ignore[arg-type]
        lambda: Rule("never"),  # type: ignore[arg-type]
        lambda: Ruling("never", "why not"),  # type: ignore[arg-type]
        lambda: config_from({**SessionConfig().to_json(), "rates": {"1": 7}}),
    ],
)
def test_H15_a_limit_that_could_not_be_enforced_is_refused(make: Callable[[], object]) -> None:
    with pytest.raises(BadInput):
        make()


def test_a_configuration_comes_back_from_its_data_and_equal_ones_are_shared() -> None:
    config = SessionConfig(max_participants=None, max_duration=None, max_actions=5, rates={Ring.ROOT: Rate(1, 2)})
    assert config_from(config.to_json()) == config
    assert config_from(config.to_json()) is config_from(config.to_json())


@given(st.floats(0.1, 50), st.integers(1, 20), st.lists(st.floats(0, 2, allow_nan=False), min_size=1, max_size=60))
def test_a_bucket_never_gives_more_than_its_burst_and_its_rate(
    per_second: float, burst: int, gaps: list[float]
) -> None:
    rate, tokens, since, now, taken = Rate(per_second, burst), None, 0.0, 0.0, 0
    for gap in gaps:
        now += gap
        left = rate.left(tokens, since, now)
        if left >= 1:
            tokens, since, taken = left - 1, now, taken + 1
    assert taken <= burst + now * per_second + 1e-6


def test_a_clock_that_jumps_back_refills_nothing() -> None:
    assert Rate(10, 10).left(2.0, 100.0, 50.0) == 2.0


@pytest.mark.parametrize(
    ("risk", "verdict"),
    [("read", "allow"), ("reversible", "allow"), ("irreversible", "deny"), ("admin", "deny"), ("unknown", "deny")],
)
def test_risky_classes_are_denied_where_no_policy_speaks(risk: str, verdict: str) -> None:
    ruling = default_ruling(ask(Action("x", Risk(risk))))
    assert (ruling.verdict, bool(ruling.reason)) == (verdict, True)


def test_an_action_may_need_another_ring_than_its_class() -> None:
    assert Action("x", Risk.READ).ring is Ring.SANDBOX
    assert Action("x", Risk.READ, needs=Ring.ROOT).ring is Ring.ROOT


@pytest.mark.parametrize(
    ("rule", "fits"),
    [
        (Rule(Verdict.DENY), True),
        (Rule(Verdict.DENY, "pay*"), True),
        (Rule(Verdict.DENY, "read*"), False),
        (Rule(Verdict.DENY, participant="b?t"), True),
        (Rule(Verdict.DENY, participant="chief"), False),
        (Rule(Verdict.DENY, risk=Risk.ADMIN), False),
        (Rule(Verdict.DENY, ring=Ring.STANDARD), True),
        (Rule(Verdict.DENY, ring=Ring.ROOT), False),
    ],
)
def test_a_rule_rules_on_what_it_matches(rule: Rule, *, fits: bool) -> None:
    ruling = rule(ask(Action("pay_out", Risk.IRREVERSIBLE)))
    assert (ruling is not None) == fits


def test_verdicts_and_risks_may_be_given_by_their_names() -> None:
    action = Action("pay", "irreversible")  # type: ignore[arg-type]
    assert action.risk is Risk.IRREVERSIBLE
    ruling = Rule("deny", "pay")(ask(action))  # type: ignore[arg-type]
    assert ruling is not None
    assert ruling.verdict is Verdict.DENY
    assert Ruling("ask", "it is dear").verdict is Verdict.ASK  # type: ignore[arg-type]


def test_policies_are_one_or_several() -> None:
    rule = Rule(Verdict.ALLOW, reason="why not")
    assert policies_of(None) == ()
    assert policies_of(rule) == (rule,)
    assert policies_of([rule, rule]) == (rule, rule)


def test_the_answer_of_a_policy_is_read_or_refused() -> None:
    ruling = Ruling(Verdict.ASK, "big")
    assert ruling_of(ruling, "p") is ruling
    assert ruling_of(None, "p") is None
    assert ruling_of(Verdict.ASK, "p") == Ruling(Verdict.ASK, "p says ask")
    assert [ruling_of(answer, "p") for answer in (True, False)] == [
        Ruling(Verdict.ALLOW, "p says allow"),
        Ruling(Verdict.DENY, "p says deny"),
    ]
    with pytest.raises(BadUnit, match="gave str as a ruling"):
        ruling_of("allow!", "p")


def test_an_approval_is_for_these_arguments_alone() -> None:
    pay = Action("pay", Risk.IRREVERSIBLE)
    assert digest_of(ask(pay, 7)) == digest_of(ask(pay, 7))
    assert len({digest_of(ask(pay, 7)), digest_of(ask(pay, 8)), digest_of(ask(pay, 7, who="other"))}) == 3
    with pytest.raises(BadInput, match="must be JSON"):
        digest_of(ask(pay, object()))


def test_the_answer_of_a_verifier_is_read_or_refused() -> None:
    assert behavior_of(answer=True, tolerance=0.3) == Behavior(passed=True)
    assert behavior_of(0.2, 0.3) == Behavior(passed=True, drift=0.2)
    assert behavior_of(0.5, 0.3) == Behavior(passed=False, drift=0.5, reason="drift 0.5 is above 0.3")
    found = Behavior(passed=False, reason="it lied")
    assert behavior_of(found, 0.3) is found
    with pytest.raises(BadUnit, match="gave 7"):
        behavior_of(7, 0.3)


def test_H13_an_adapter_that_could_never_be_asked_is_refused_when_it_is_given() -> None:
    def answers_in_parts(claim: object) -> Iterator[bool]:
        yield True

    checked_adapter(None, "verifier")
    checked_adapter(asyncio.sleep, "verifier")
    with pytest.raises(BadUnit, match="can't be called"):
        checked_adapter("module:verify", "verifier")
    with pytest.raises(BadUnit, match="never run"):
        checked_adapter(answers_in_parts, "verifier")
