"""JUnit XML."""

from __future__ import annotations

import dataclasses
from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from duotone.analyzer.findings import Finding
from duotone.analyzer.output.junit import write
from tests.analyzer.output.samples import IN_NOTEBOOK, LOST, SAMPLES, context, place
from tests.analyzer.output.strategies import STRANGE, findings


def suites(*found: Finding) -> ET.Element:
    return ET.fromstring(write(found, context()))  # noqa: S314  # our own


def test_a_file_is_a_suite_and_a_finding_is_a_failed_case() -> None:
    root = suites(LOST, IN_NOTEBOOK, dataclasses.replace(LOST, place=place("app/service.py", 12, 1, 2)))
    assert root.attrib == {"name": "duotone", "tests": "3", "failures": "3", "errors": "0", "time": "0.825"}
    assert [(suite.get("name"), suite.get("tests"), len(suite)) for suite in root] == [
        ("app/service.py", "2", 2),
        ("demo.ipynb", "1", 1),
    ]
    case = root[0][0]
    assert case.attrib == {
        "name": "DUO101 lost-coroutine at 10:13",
        "classname": "app/service.py",
        "file": "app/service.py",
        "line": "10",
    }
    (failure,) = case
    assert failure.attrib == {"type": "error", "message": LOST.message}
    assert failure.text
    assert "  10 │             self.store.save(key, value)\n" in failure.text
    assert root[1][0].get("name") == "DUO102 unused-coroutine at cell 2:2:1"


def test_a_run_without_findings_is_one_case_that_passed() -> None:
    root = suites()
    assert (root.get("tests"), root.get("failures")) == ("1", "0")
    assert [case.get("name") for case in root.iter("testcase")] == ["no findings"]
    assert not list(root.iter("failure"))


def test_markup_and_controls_are_harmless() -> None:
    odd = dataclasses.replace(LOST, message=f'<a href="x">&amp;\']]>{STRANGE}')
    (failure,) = suites(odd).iter("failure")
    assert (failure.get("message") or "").startswith('<a href="x">&amp;\']]>%,:;')


def test_the_numbers_add_up() -> None:
    root = suites(*SAMPLES, *SAMPLES)
    assert sum(int(suite.get("tests", "0")) for suite in root) == int(root.get("tests", "0")) == 6
    assert len(root) == 3


@given(found=st.lists(findings, max_size=2))
def test_whatever_is_in_a_finding_the_xml_is_well_formed(found: list[Finding]) -> None:
    assert len(list(suites(*found).iter("failure"))) == len(found)
