"""What the pytest plugin finds at run time has the codes of the rules that find the same in the source."""

from __future__ import annotations

from duotone.analyzer import rules
from duotone.testing.faults import CODES, NAMES
from tests.meta.sources import ROOT


def test_every_code_of_a_fault_is_one_of_a_rule() -> None:
    assert set(CODES.values()) <= {rule.code for rule in rules.ALL}
    assert set(CODES) <= set(NAMES)


def test_a_fault_that_is_called_as_a_rule_has_its_code() -> None:
    names = {rule.name: rule.code for rule in rules.ALL}
    assert {name: CODES.get(name) for name in NAMES if name in names} == {
        name: names[name] for name in NAMES if name in names
    }


def test_the_guide_lists_every_fault_with_its_code() -> None:
    guide = (ROOT / "docs" / "guide" / "guards.md").read_text(encoding="utf-8")
    for name in NAMES:
        assert f"| `{name}` | {CODES[name]} |" in guide if name in CODES else f"| `{name}` | |" in guide
