"""Which assignments put a plain function in the place of a method."""

from __future__ import annotations

import pytest

from duotone.analyzer.outline.putting import put_plain


@pytest.mark.parametrize(
    ("assigned", "names"),
    [
        ("bell.ring = lambda: 1", ["ring"]),
        ("bell.ring = lambda: other.ring()", []),
        ("bell.ring = quick", ["ring"]),
        ("bell.ring = slow", []),
        ("bell.ring = unknown", []),
        # A parameter, more likely than a function of the file that has its name.
        ("self.quick = quick", []),
    ],
)
def test_plain_functions_are_told_from_async_ones_and_from_parameters(assigned: str, names: list[str]) -> None:
    source = f"def quick(): ...\nasync def slow(): ...\n{assigned}\n"
    assert [*put_plain(source)] == names
