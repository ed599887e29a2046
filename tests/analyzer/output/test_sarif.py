"""SARIF 2.1.0."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duotone.analyzer.findings import Edit, Finding, Fix, Step
from duotone.analyzer.output.sarif import write
from tests.analyzer.output.samples import (
    BLOCKING_RULE,
    IN_LIBRARIES,
    IN_NOTEBOOK,
    LOST,
    LOST_RULE,
    SAMPLES,
    context,
    notebook,
    place,
)
from tests.analyzer.output.sarif_shape import SARIF
from tests.analyzer.output.shapes import problems
from tests.analyzer.output.strategies import findings, texts


def run_of(*findings: Finding, sources: dict[str, str] | None = None, **changes: object) -> dict[str, Any]:
    log = json.loads(write(findings, context(sources, **changes)))
    assert log["version"] == "2.1.0"
    runs: list[dict[str, Any]] = log["runs"]
    (run,) = runs
    return run


def result_of(finding: Finding, sources: dict[str, str] | None = None, **changes: object) -> dict[str, Any]:
    results: list[dict[str, Any]] = run_of(finding, sources=sources, **changes)["results"]
    (result,) = results
    return result


def location_of(finding: Finding, sources: dict[str, str] | None = None, **changes: object) -> dict[str, Any]:
    (location,) = result_of(finding, sources, **changes)["locations"]
    physical: dict[str, Any] = location["physicalLocation"]
    return physical


@pytest.mark.parametrize("found", [(), SAMPLES, (IN_NOTEBOOK,), (LOST,) * 2])
def test_the_log_has_the_shape_that_the_standard_asks_for(found: tuple[Finding, ...]) -> None:
    for docs in ("", "https://example.org/rules"):
        log = json.loads(write(found, context(rules=(LOST_RULE, BLOCKING_RULE), docs=docs)))
        assert list(problems(log, SARIF, SARIF)) == []


@given(st.lists(findings, max_size=2))
def test_any_finding_is_written_in_the_shape_of_the_standard(found: list[Finding]) -> None:
    assert list(problems(json.loads(write(found, context())), SARIF, SARIF)) == []


@pytest.mark.parametrize(
    ("way", "wrong"),
    [
        (("version",), "2.0.0"),
        (("runs", 0, "tool"), {}),
        (("runs", 0, "results", 0, "message"), {}),
        (("runs", 0, "results", 0, "level"), "fatal"),
        (("runs", 0, "results", 0, "locations", 0, "physicalLocation", "region", "startLine"), 0),
        (("runs", 0, "results", 0, "fixes", 0, "artifactChanges"), []),
        (("runs", 0, "results", 0, "codeFlows", 0, "threadFlows"), []),
        (("runs", 0, "results", 0, "unheard"), 1),
    ],
)
def test_the_shape_refuses_what_the_standard_refuses(way: tuple[str | int, ...], wrong: object) -> None:
    log: Any = json.loads(write(SAMPLES, context()))
    part = log
    for step in way[:-1]:
        part = part[step]
    part[way[-1]] = wrong
    assert len(list(problems(log, SARIF, SARIF))) == 1


def test_the_driver_describes_every_rule() -> None:
    run = run_of(rules=(LOST_RULE, BLOCKING_RULE), docs="https://example.org/rules/")
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("duotone", "1.2.3")
    lost, blocking = driver["rules"]
    assert (lost["id"], lost["name"]) == ("DUO101", "lost-coroutine")
    assert lost["shortDescription"]["text"] == "A coroutine is made and dropped."
    assert lost["fullDescription"]["text"] == "Finds calls that nobody awaits. The body never runs."
    assert lost["help"]["markdown"] == LOST_RULE.doc
    assert lost["helpUri"] == "https://example.org/rules/lost-coroutine/"
    assert lost["defaultConfiguration"] == {"level": "warning"}
    assert blocking["fullDescription"]["text"] == "A call blocks the loop."
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["results"] == []


def test_no_address_is_invented() -> None:
    driver = run_of()["tool"]["driver"]
    assert "informationUri" not in driver
    assert "helpUri" not in driver["rules"][0]


def test_every_result_points_to_its_rule_also_one_that_was_not_announced() -> None:
    run = run_of(*SAMPLES, rules=(BLOCKING_RULE, LOST_RULE))
    rules = run["tool"]["driver"]["rules"]
    assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == ["DUO101", "DUO102", "DUO999"]
    assert [result["ruleId"] for result in run["results"]] == ["DUO101", "DUO102", "DUO999"]
    assert [result["level"] for result in run["results"]] == ["error", "warning", "note"]
    assert all(result["message"]["text"] for result in run["results"])


def test_a_result_has_its_region_its_symbol_and_its_fingerprint() -> None:
    result = result_of(LOST)
    (location,) = result["locations"]
    assert location["physicalLocation"] == {
        "artifactLocation": {"uri": "app/service.py", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 10, "startColumn": 13, "endLine": 10, "endColumn": 40},
    }
    assert location["logicalLocations"] == [{"fullyQualifiedName": "app.service.Service.put"}]
    assert result["partialFingerprints"] == {"duotone/v1": "5f0c7d1ab3e94c22"}
    assert result["properties"]["confidence"] == "certain"


def test_the_proof_is_in_the_related_locations_and_its_places_are_a_flow() -> None:
    result = result_of(LOST)
    related = result["relatedLocations"]
    assert [location["id"] for location in related] == [1, 2, 3, 4, 5]
    assert [location["message"]["text"] for location in related] == [step.text for step in LOST.proof]
    assert "physicalLocation" not in related[4]
    (flow,) = result["codeFlows"]
    lines = [
        step["location"]["physicalLocation"]["region"]["startLine"] for step in flow["threadFlows"][0]["locations"]
    ]
    assert lines == [5, 6, 10]


def test_what_lies_in_a_library_is_said_without_an_address_that_only_this_machine_has() -> None:
    result = result_of(IN_LIBRARIES)
    stub, package, *_ = result["relatedLocations"]
    assert stub == {"id": 1, "message": {"text": "`sleep` is `async def` (typeshed: asyncio/tasks.pyi:12)"}}
    assert package == {"id": 2, "message": {"text": "`Mailer.send` is `def` (mailer/client.py:7)"}}
    assert len(result["codeFlows"][0]["threadFlows"][0]["locations"]) == 2


def test_a_single_place_is_no_flow() -> None:
    assert "codeFlows" not in result_of(IN_NOTEBOOK)
    assert "relatedLocations" not in result_of(dataclasses.replace(LOST, proof=()))


def test_a_fix_is_given_as_replacements_file_by_file() -> None:
    edits = (*(LOST.fix.edits if LOST.fix else ()), Edit(place("app/store.py", 1, 1, 1), "import x\n"))
    result = result_of(dataclasses.replace(LOST, fix=Fix("await it", edits, is_safe=False)))
    (fix,) = result["fixes"]
    assert fix["description"]["text"] == "await it (unsafe)"
    service, store = fix["artifactChanges"]
    assert service["replacements"] == [
        {
            "deletedRegion": {"startLine": 10, "startColumn": 13, "endLine": 10, "endColumn": 13},
            "insertedContent": {"text": "await "},
        }
    ]
    assert store["artifactLocation"]["uri"] == "app/store.py"


def test_a_notebook_is_named_with_the_line_of_its_file_and_gets_no_fix_that_would_break_it() -> None:
    result = result_of(IN_NOTEBOOK)
    assert result["message"]["text"].startswith("cell 2, line 2: ")
    region = location_of(IN_NOTEBOOK)["region"]
    assert list(region) == ["startLine"]
    assert "store.save" in notebook().split("\n")[region["startLine"] - 1]
    assert "fixes" not in result
    assert "region" not in location_of(IN_NOTEBOOK, {})


def test_a_path_is_percent_encoded() -> None:
    odd = dataclasses.replace(LOST, place=place("a b/ü#?%:x.py", 1, 1, 2))
    assert location_of(odd)["artifactLocation"]["uri"] == "a%20b/%C3%BC%23%3F%25%3Ax.py"


def test_a_name_that_is_not_utf_8_keeps_its_bytes() -> None:
    odd = dataclasses.replace(LOST, place=place(b"caf\xe9.py".decode("utf-8", "surrogateescape"), 1, 1, 2))
    assert location_of(odd)["artifactLocation"]["uri"] == "caf%E9.py"
    stray = dataclasses.replace(LOST, place=place("\ud800.py", 1, 1, 2))
    assert location_of(stray)["artifactLocation"]["uri"] == "%5Cud800.py"


@given(texts)
def test_an_address_leads_back_to_the_path(path: str) -> None:
    path = path.encode("utf-8", "replace").decode()
    uri = location_of(dataclasses.replace(LOST, place=place(f"x{path}", 1, 1, 2)))["artifactLocation"]["uri"]
    assert uri.isascii()
    assert unquote_to_bytes(uri).decode() == f"x{path}"


def test_paths_count_from_the_repository_where_the_root_is_below_it() -> None:
    run = run_of(LOST, root=Path("/repo dir/sub"), repository=Path("/repo dir"))
    (location,) = run["results"][0]["locations"]
    assert location["physicalLocation"]["artifactLocation"]["uri"] == "sub/app/service.py"
    assert run["originalUriBaseIds"] == {"%SRCROOT%": {"uri": "file:///repo%20dir/"}}
    assert run_of()["originalUriBaseIds"] == {"%SRCROOT%": {"uri": "file:///proj/"}}


@pytest.mark.parametrize("repository", [None, Path("/repo"), Path("/proj")])
def test_a_file_elsewhere_is_named_by_its_whole_address(repository: Path | None) -> None:
    elsewhere = dataclasses.replace(LOST, place=place("/usr/lib/a b.py", 1, 1, 2))
    assert location_of(elsewhere, repository=repository)["artifactLocation"] == {"uri": "file:///usr/lib/a%20b.py"}


def test_a_region_never_ends_before_it_begins() -> None:
    odd = dataclasses.replace(LOST, place=place("a.py", 3, -1, -7, end_line=2))
    assert location_of(odd)["region"] == {"startLine": 3, "startColumn": 1, "endLine": 3, "endColumn": 1}


def test_code_that_looks_like_a_link_is_none() -> None:
    odd = dataclasses.replace(LOST, message="`handlers[0](event)`", proof=(Step("lost", "x[1](2)"),))
    result = result_of(odd)
    assert result["message"]["text"] == "`handlers[0] (event)`"
    assert result["relatedLocations"][0]["message"]["text"] == "x[1] (2)"
