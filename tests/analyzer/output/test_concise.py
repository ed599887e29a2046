"""One line for each finding."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from duotone.analyzer.findings import Finding
from duotone.analyzer.output.concise import write
from tests.analyzer.output.samples import LOST, SAMPLES, context
from tests.analyzer.output.strategies import findings


def test_a_line_is_path_line_column_code_and_message() -> None:
    assert write([LOST], context()) == f"app/service.py:10:13: DUO101 {LOST.message}\n"


def test_a_cell_stands_before_its_line_and_a_message_is_never_empty() -> None:
    assert write(SAMPLES[1:], context()).splitlines() == [
        "demo.ipynb:cell 2:2:1: DUO102 `store.save('k', b'v')` is never used",
        "gone/with space, and: more.py:7:1000000000000: DUO999 DUO999",
    ]


def test_no_findings_are_no_output() -> None:
    assert write([], context()) == ""


@given(found=st.lists(findings, max_size=2))
def test_there_is_exactly_one_line_for_each_finding(found: list[Finding]) -> None:
    lines = write(found, context()).splitlines()
    assert len(lines) == len(found)
    assert all(re.search(r":(cell -?\d+:)?-?\d+:-?\d+: ", line) for line in lines)
