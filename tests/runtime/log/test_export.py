"""An export holds every event, and verifies without the file that it comes from."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from duotone.errors import LogCorrupt, LogTooNew, NoSuchSession
from duotone.runtime.log import Log
from duotone.runtime.log.export import export, verify_export
from tests.runtime.log.logs import flipped, write_sample


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "log.db"
    write_sample(path)
    return path


def exported(path: Path, session: str | None = None) -> Path:
    target = path.with_suffix(".jsonl")
    target.write_text("".join(f"{line}\n" for line in export(path, session)), encoding="utf-8", newline="\n")
    return target


def test_an_export_holds_every_event_and_verifies(path: Path) -> None:
    target = exported(path)
    assert verify_export(target) == []
    lines = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]
    assert lines[0] == {"kind": "duotone log", "format": 1, "session": None}
    assert [line["id"] for line in lines[1:-1]] == list(range(1, 13))
    with Log(path) as log:
        assert lines[1]["hash"] == log.read("session-0")[0].hash
    assert (lines[-1]["end"]["sessions"], lines[-1]["end"]["last"]) == (3, 12)


def test_one_session_verifies_alone(path: Path) -> None:
    assert verify_export(exported(path, "session-1")) == []
    assert len(list(export(path, "session-1"))) == 6
    with pytest.raises(NoSuchSession, match="'nobody'"):
        list(export(path, "nobody"))


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.nightly)])
def test_every_byte_of_an_export_that_is_changed_is_found(step: int, path: Path) -> None:
    target = exported(path)
    for place, changed in flipped(target.read_bytes(), step):
        target.write_bytes(changed)
        try:
            assert verify_export(target), f"byte {place} was changed, and nothing was found"
        except LogTooNew:
            assert changed.startswith(b'{"format":')


@pytest.mark.parametrize("number", range(14))
def test_a_line_that_is_lost_or_doubled_is_found(number: int, path: Path) -> None:
    target = exported(path)
    lines = target.read_text(encoding="utf-8").splitlines(keepends=True)
    for changed in (lines[:number] + lines[number + 1 :], lines[: number + 1] + lines[number:]):
        target.write_text("".join(changed), encoding="utf-8", newline="\n")
        assert verify_export(target)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", "line 2: it is no event"),
        ("[" * 100_000, "line 2: it is no event"),
        ('{"data":{},"id":"x"}', "line 2: it is no event"),
        ('{"at":1.0,"data":{},"hash":"","id":"1","kind":"","run":null,"seq":1,"session":""}', "line 2: it is no event"),
    ],
)
def test_lines_that_are_no_events_are_named(line: str, expected: str, path: Path) -> None:
    target = exported(path)
    lines = target.read_text(encoding="utf-8").splitlines()
    target.write_text("\n".join([lines[0], line, *lines[2:]]) + "\n", encoding="utf-8", newline="\n")
    assert expected in [str(damage) for damage in verify_export(target)]


def test_a_damaged_log_is_not_exported(path: Path) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("update events set kind = 'other' where id = 5")
    with pytest.raises(LogCorrupt, match="is damaged at event 5"):
        list(export(path))
    connection.execute("update events set kind = x'00' where id = 2")
    with pytest.raises(LogCorrupt, match="is damaged at event 2: a text in it is none"):
        list(export(path))
    connection.close()


def test_an_export_of_a_newer_version_is_refused(path: Path) -> None:
    target = exported(path)
    target.write_text(target.read_text(encoding="utf-8").replace('"format":1', '"format":9'), encoding="utf-8")
    with pytest.raises(LogTooNew, match="format 9"):
        verify_export(target)
