"""The Code Quality report of GitLab."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from duotone.analyzer.findings import Finding
from duotone.analyzer.output.gitlab import write
from tests.analyzer.output.samples import GONE, IN_NOTEBOOK, LOST, SAMPLES, context, notebook
from tests.analyzer.output.strategies import findings


def entries(*found: Finding, sources: dict[str, str] | None = None, **changes: object) -> list[dict[str, Any]]:
    read: list[dict[str, Any]] = json.loads(write(found, context(sources, **changes)))
    return read


def test_an_entry_has_what_gitlab_asks_for() -> None:
    assert entries(LOST) == [
        {
            "description": LOST.message,
            "check_name": "DUO101",
            "fingerprint": "5f0c7d1ab3e94c22",
            "severity": "major",
            "location": {
                "path": "app/service.py",
                "positions": {"begin": {"line": 10, "column": 13}, "end": {"line": 10, "column": 40}},
            },
        }
    ]


def test_severities_are_those_of_gitlab() -> None:
    assert [entry["severity"] for entry in entries(*SAMPLES)] == ["major", "minor", "info"]


def test_no_findings_are_an_empty_report() -> None:
    assert entries() == []


def test_a_notebook_has_the_line_of_its_file() -> None:
    (entry,) = entries(IN_NOTEBOOK)
    assert entry["description"].startswith("cell 2, line 2: ")
    row = entry["location"]["positions"]["begin"]["line"]
    assert "store.save" in notebook().split("\n")[row - 1]
    (entry,) = entries(IN_NOTEBOOK, sources={})
    assert entry["location"]["positions"]["begin"]["line"] == 1


def test_the_path_counts_from_the_repository() -> None:
    (entry,) = entries(LOST, root=Path("/repo/sub"), repository=Path("/repo"))
    assert entry["location"]["path"] == "sub/app/service.py"


def test_equal_fingerprints_are_told_apart_the_same_way_in_every_run() -> None:
    found = (LOST, dataclasses.replace(LOST, message="other"), LOST, GONE, GONE)
    first = [entry["fingerprint"] for entry in entries(*found)]
    assert len(set(first)) == 5
    assert first[0] == LOST.fingerprint
    assert first == [entry["fingerprint"] for entry in entries(*found)]


@given(found=st.lists(findings, max_size=3))
def test_no_fingerprint_is_there_twice_and_no_position_is_impossible(found: list[Finding]) -> None:
    written = entries(*found)
    assert len({entry["fingerprint"] for entry in written}) == len(found)
    for entry in written:
        begin, end = entry["location"]["positions"].values()
        assert (1, 1) <= (begin["line"], begin["column"]) <= (end["line"], end["column"])
