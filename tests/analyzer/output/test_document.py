"""The JSON output, and its schema."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duotone.analyzer.findings import Confidence, Edit, Finding, Fix, Place, Severity, Step
from duotone.analyzer.output.characters import encodable
from duotone.analyzer.output.document import SCHEMA_VERSION, schema, write
from tests.analyzer.output.samples import LOST, SAMPLES, context
from tests.analyzer.output.shapes import problems
from tests.analyzer.output.strategies import texts
from tests.meta.sources import ROOT

SCHEMA: dict[str, Any] = json.loads(schema())
WRITTEN: dict[str, Any] = json.loads(write(SAMPLES, context()))


def place_of(record: dict[str, Any]) -> Place:
    return Place(**record)


def finding_of(record: dict[str, Any]) -> Finding:
    """A reader of the document: what was written can be read back."""
    fix = record["fix"]
    edits = tuple(Edit(place_of(edit["place"]), edit["text"]) for edit in fix["edits"]) if fix else ()
    steps = (Step(s["kind"], s["text"], place_of(s["place"]) if s["place"] else None) for s in record["proof"])
    return Finding(
        **{key: record[key] for key in ("code", "name", "message", "symbol", "fingerprint")},
        severity=Severity(record["severity"]),
        confidence=Confidence[record["confidence"].upper()],
        place=place_of(record["place"]),
        proof=tuple(steps),
        fix=Fix(fix["title"], edits, is_safe=fix["is_safe"]) if fix else None,
    )


def test_every_field_of_a_finding_is_written() -> None:
    assert tuple(finding_of(record) for record in WRITTEN["findings"]) == SAMPLES


def test_the_numbers_of_the_run_are_written() -> None:
    assert WRITTEN["version"] == "1.2.3"
    assert WRITTEN["schema"] == SCHEMA_VERSION == SCHEMA["properties"]["schema"]["const"]
    assert WRITTEN["summary"] == {
        "findings": 3,
        "errors": 1,
        "warnings": 1,
        "notes": 1,
        "fixable": 3,
        "fixable_safely": 1,
        "files": 41,
        "affected": 3,
        "seconds": 0.825,
    }


@pytest.mark.parametrize("found", [SAMPLES, (), (LOST,) * 3])
def test_the_output_has_the_shape_of_its_schema(found: tuple[Finding, ...]) -> None:
    assert list(problems(json.loads(write(found, context())), SCHEMA, SCHEMA)) == []


@given(text=texts, path=texts)
def test_any_text_is_written_and_read_back(text: str, path: str) -> None:
    found = Finding("DUO101", "", text, Severity.NOTE, Confidence.LIKELY, Place(path, 1, 1, 1, 1))
    (record,) = json.loads(write([found], context()))["findings"]
    assert (record["message"], record["place"]["path"]) == (encodable(text), encodable(path))


@pytest.mark.parametrize(
    ("way", "wrong"),
    [
        (("version",), 3),
        (("more",), "unknown"),
        (("schema",), 2),
        (("findings", 0, "severity"), "fatal"),
        (("findings", 0, "code"), ""),
        (("findings", 0, "fix"), {}),
        (("findings", 0, "fix", "is_safe"), 1),
        (("findings", 0, "place", "line"), 0),
        (("findings", 0, "place", "line"), True),
        (("findings", 0, "place", "cell"), "1"),
        (("findings", 0, "proof", 0), "because"),
        (("summary", "seconds"), None),
    ],
)
def test_the_schema_refuses_another_shape(way: tuple[Any, ...], wrong: object) -> None:
    document: Any = copy.deepcopy(WRITTEN)
    target = document
    for key in way[:-1]:
        target = target[key]
    target[way[-1]] = wrong
    assert list(problems(document, SCHEMA, SCHEMA))


@given(st.data())
def test_the_schema_asks_for_every_field(data: st.DataObject) -> None:
    document = copy.deepcopy(WRITTEN)
    finding = document["findings"][0]
    fix, place = finding["fix"], finding["place"]
    target = data.draw(st.sampled_from([document, document["summary"], finding, fix, place, finding["proof"][0]]))
    del target[data.draw(st.sampled_from(sorted(target)))]
    assert list(problems(document, SCHEMA, SCHEMA))


def test_the_published_schema_is_the_one_in_the_package() -> None:
    assert (ROOT / "docs" / "schema" / "check-output.json").read_text(encoding="utf-8") == schema()
