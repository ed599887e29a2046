"""Retries: attempts, waits and which errors count."""

from __future__ import annotations

import pytest

from duotone.runtime.drivers.retries import UNDO_RETRY, Retry
from duotone.runtime.outcomes import Outcome


def test_the_first_attempt_waits_for_nothing() -> None:
    assert Retry(attempts=3, delay=5).delay_before(1, "r/s") == 0


def test_the_first_retry_waits_for_its_delay() -> None:
    assert Retry(attempts=3, delay=5).delay_before(2, "r/s") == 5


def test_a_fixed_wait_stays_as_long() -> None:
    assert [Retry(delay=5).delay_before(n, "r/s") for n in (2, 3, 9)] == [5, 5, 5]


def test_an_exponential_wait_grows_up_to_its_maximum() -> None:
    retry = Retry(delay=1, backoff="exponential", factor=3, max_delay=20)
    assert [retry.delay_before(n, "r/s") for n in (2, 3, 4, 5, 5000)] == [1, 3, 9, 20, 20]


def test_jitter_adds_a_share_that_only_depends_on_run_step_and_attempt() -> None:
    retry = Retry(delay=10, jitter=0.5)
    waits = [retry.delay_before(2, f"r{n}/s") for n in range(200)]
    assert waits == [retry.delay_before(2, f"r{n}/s") for n in range(200)]
    assert all(10 <= wait < 15 for wait in waits)
    assert max(waits) - min(waits) > 4
    assert retry.delay_before(2, "r/s") != retry.delay_before(3, "r/s")


@pytest.mark.parametrize("outcome", list(Outcome))
def test_only_a_retryable_outcome_is_tried_again(outcome: Outcome) -> None:
    assert Retry(attempts=2).allows(1, outcome, None) is outcome.is_retryable


def test_no_attempt_follows_the_last_one_or_a_fault_that_is_not_retryable() -> None:
    assert not Retry(attempts=2).allows(2, Outcome.FAILED, None)
    assert not Retry(attempts=2).allows(1, Outcome.FAILED, {"type": "E", "message": "", "retryable": False})
    assert Retry(attempts=2).allows(1, Outcome.FAILED, {"type": "E", "message": "", "retryable": True})


def test_errors_are_accepted_by_type_and_by_name_with_what_derives_from_them() -> None:
    refused = ConnectionRefusedError()
    names: list[type[BaseException] | str] = [ConnectionError, "ConnectionError", "builtins.OSError"]
    for on in [*names, "builtins:ConnectionRefusedError"]:
        assert Retry(on=(on,)).accepts(refused)
        assert not Retry(not_on=(on,)).accepts(refused)
        assert not Retry(on=(on,)).accepts(ValueError())
        assert Retry(not_on=(on,)).accepts(ValueError())
    assert not Retry(on=("Connection",)).accepts(refused)
    assert not Retry(on=(OSError,), not_on=("ConnectionError",)).accepts(refused)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"attempts": 0}, "from 1 up, not 0"),
        ({"backoff": "linear"}, "'fixed' or 'exponential'"),
        ({"delay": -1}, "seconds from 0 on"),
        ({"delay": float("nan")}, "seconds from 0 on"),
        ({"max_delay": -1}, "seconds from 0 on"),
        ({"factor": 0.5}, "at least 1"),
        ({"factor": float("nan")}, "at least 1"),
        ({"attempts": 2.5}, "whole number"),
        ({"attempts": "3"}, "whole number"),
        ({"jitter": 2}, "between 0 and 1"),
    ],
)
def test_numbers_that_make_no_sense_are_refused(settings: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Retry.from_json(settings)


def test_a_retry_survives_json() -> None:
    assert Retry().to_json() == {}
    assert Retry.from_json(UNDO_RETRY.to_json()) == UNDO_RETRY
    kept = Retry(attempts=2, on=(TimeoutError, "a.B"), not_on=(pytest.UsageError,)).to_json()
    assert kept == {"attempts": 2, "on": ["TimeoutError", "a.B"], "not_on": ["pytest.UsageError"]}
    assert Retry.from_json(kept).to_json() == kept


def test_a_factor_beyond_all_numbers_waits_for_the_longest_delay() -> None:
    retry = Retry(attempts=9, delay=1, backoff="exponential", factor=1e200, max_delay=20)
    assert [retry.delay_before(attempt, "r/s") for attempt in (2, 3, 4, 9)] == [1, 20, 20, 20]
