"""Workflow commands of GitHub Actions."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duotone.analyzer.findings import Finding, Severity
from duotone.analyzer.output.characters import one_line
from duotone.analyzer.output.concise import line
from duotone.analyzer.output.github import write
from tests.analyzer.output.samples import GONE, IN_LIBRARIES, IN_NOTEBOOK, LOST, context, notebook, place
from tests.analyzer.output.strategies import findings


def read(command: str) -> tuple[str, dict[str, str], str]:
    """Read a command as the runner does."""
    match = re.fullmatch(r"::(\w+) (.*?)::(.*)\n", command)
    assert match, command
    properties = dict(part.split("=", 1) for part in match[2].split(","))
    return match[1], {key: unescape(value) for key, value in properties.items()}, unescape(match[3])


def unescape(text: str) -> str:
    for code, character in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(code, character)
    return text


def test_a_finding_is_a_command_with_its_proof_below_its_message() -> None:
    kind, properties, message = read(write([LOST], context()))
    assert kind == "error"
    assert properties == {
        "file": "app/service.py",
        "line": "10",
        "endLine": "10",
        "col": "13",
        "endColumn": "40",
        "title": "DUO101 lost-coroutine",
    }
    assert message.split("\n") == [
        f"app/service.py:10:13: DUO101 {LOST.message}",
        "1. `Store.save` is defined with `async def` (app/store.py:5:5)",
        "2. `self.store` is a `Store` (app/service.py:6:9)",
        "3. the statement ends here, and the coroutine with it (app/service.py:10:13)",
        "4. `except Exception` hides the failure (app/service.py:11:9)",
        "5. `write` is async too",
        "fix (safe): await the call",
    ]


def test_what_would_end_a_property_or_a_command_is_escaped() -> None:
    odd = dataclasses.replace(LOST, place=place("a,b:c%.py", 1, 1, 2), message="50%\n::error::x", proof=(), fix=None)
    assert write([odd], context()) == (
        "::error file=a%2Cb%3Ac%25.py,line=1,endLine=1,col=1,endColumn=2,title=DUO101 lost-coroutine"
        "::a,b:c%25.py:1:1: DUO101 50%25 ::error::x\n"
    )


@pytest.mark.parametrize(
    ("severity", "command"), [(Severity.ERROR, "error"), (Severity.WARNING, "warning"), (Severity.NOTE, "notice")]
)
def test_a_severity_has_its_command(severity: Severity, command: str) -> None:
    assert read(write([dataclasses.replace(LOST, severity=severity)], context()))[0] == command


def test_a_span_of_several_lines_has_no_columns_since_they_are_refused() -> None:
    long = dataclasses.replace(LOST, place=place("a.py", 3, 5, 2, end_line=7))
    properties = read(write([long], context()))[1]
    assert (properties["line"], properties["endLine"]) == ("3", "7")
    assert not {"col", "endColumn"} & set(properties)


def test_a_notebook_has_the_line_of_its_file() -> None:
    _, properties, message = read(write([IN_NOTEBOOK], context()))
    assert "store.save" in notebook().split("\n")[int(properties["line"]) - 1]
    assert "col" not in properties
    assert message.startswith("demo.ipynb:cell 2:2:1: DUO102 ")
    assert "line" not in read(write([IN_NOTEBOOK], context({})))[1]


def test_a_finding_that_says_nothing_still_names_itself() -> None:
    assert read(write([GONE], context()))[2].split("\n")[0].endswith(": DUO999 DUO999")


def test_the_path_counts_from_the_repository() -> None:
    written = write([LOST], context(root=Path("/repo/sub"), repository=Path("/repo")))
    assert read(written)[1]["file"] == "sub/app/service.py"


@given(found=st.lists(findings, min_size=1, max_size=2))
def test_every_finding_is_one_command_that_reads_back(found: list[Finding]) -> None:
    written = write(found, context())
    commands = written.splitlines(keepends=True)
    assert len(commands) == len(found)
    for finding, command in zip(found, commands, strict=True):
        _, properties, message = read(command)
        assert properties["title"] == one_line(f"{finding.code} {finding.name}")
        assert message.split("\n")[0] == line(finding)


def test_what_lies_in_a_library_is_named_from_its_package_on() -> None:
    message = read(write([IN_LIBRARIES], context()))[2].split("\n")
    assert message[1:3] == [
        "1. `sleep` is `async def` (typeshed: asyncio/tasks.pyi:12)",
        "2. `Mailer.send` is `def` (mailer/client.py:7)",
    ]
