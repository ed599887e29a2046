"""Limits that would leave nothing, or could never be reached, are refused when they are given."""

from __future__ import annotations

from typing import Any

import pytest

from duotone.runtime.conversation.limits import Limits


@pytest.mark.parametrize("name", ["iterations", "seconds", "tokens", "cost", "history"])
@pytest.mark.parametrize("value", [0, -1, float("nan"), float("inf")])
def test_a_limit_that_is_none_is_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"limits.{name} is a number above 0, or None for no limit"):
        Limits(**{name: value})
