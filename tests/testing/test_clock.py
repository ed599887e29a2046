"""A clock for tests."""

from __future__ import annotations

import pytest

from duotone.testing import FakeClock


def test_a_clock_stands_still_until_it_is_moved() -> None:
    clock = FakeClock(10.0)
    assert [clock(), clock(), clock.advance(2.5), clock()] == [10.0, 10.0, 12.5, 12.5]


def test_a_clock_jumps_back_only_on_purpose() -> None:
    clock = FakeClock(10.0)
    with pytest.raises(ValueError, match="use set"):
        clock.advance(-1)
    clock.set(3.0)
    assert clock() == 3.0
