"""`duotone log`: what it prints, and how it ends."""

from __future__ import annotations

import re
import shutil
import sqlite3
from pathlib import Path

import pytest

from duotone.runtime.log import Log
from duotone.runtime.log.schema import FORMAT
from tests.cli.conftest import Project
from tests.runtime.log.conftest import appending
from tests.runtime.log.logs import write_sample


@pytest.fixture
def log(project: Project) -> Path:
    path = project.root / "log.db"
    write_sample(path)
    return path


def test_a_whole_log_is_one_line_and_exit_0(project: Project, log: Path) -> None:
    done = project.run("log", "verify", "log.db")
    assert (done.code, done.out, done.err) == (0, "log.db: whole\n", "")
    assert project.run("log", "verify", "-q", "log.db").out == ""


def test_damage_is_a_line_each_and_exit_1(project: Project, log: Path) -> None:
    connection = sqlite3.connect(log, isolation_level=None)
    connection.execute("update events set kind = 'other' where id = 2")
    connection.close()
    done = project.run("log", "verify", "log.db")
    assert (done.code, done.err) == (1, "")
    assert done.out.startswith("log.db: damaged: event 2: its hash does not follow from it")


@pytest.mark.parametrize("action", ["show", "verify", "export"])
def test_a_log_that_is_looked_at_is_left_as_it_was(action: str, project: Project, log: Path) -> None:
    """A writer that has it open leaves a write-ahead log, which is evidence after a crash; nobody may fold it in."""
    left = project.root / "left"
    left.mkdir()
    with Log(log) as writer:
        writer.append(appending("session-0", "a"))
        for beside in ("", "-wal"):
            shutil.copy(f"{log}{beside}", left / f"log.db{beside}")
    before = {path.name: path.read_bytes() for path in left.iterdir()}
    assert project.run("log", action, "left/log.db").code == 0
    assert {name: (left / name).read_bytes() for name in before} == before
    assert {path.name for path in left.iterdir()} - before.keys() <= {"log.db-shm"}


def test_an_export_goes_to_a_file_or_to_standard_output_and_verifies(project: Project, log: Path) -> None:
    done = project.run("log", "export", "log.db")
    assert (done.code, len(done.out.splitlines())) == (0, 14)
    assert project.run("log", "export", "log.db", "-o", "log.jsonl").code == 0
    assert (project.root / "log.jsonl").read_text(encoding="utf-8") == done.out
    assert project.run("log", "verify", "log.jsonl").out == "log.jsonl: whole\n"
    done = project.run("log", "export", "log.db", "--session", "session-1")
    assert len(done.out.splitlines()) == 6


def test_sessions_and_runs_are_shown(project: Project, log: Path) -> None:
    lines = project.run("log", "show", "log.db").out.splitlines()
    assert re.fullmatch(r"session session-0  4 events, last [\d :-]+, [0-9a-f]{12}", lines[0])
    assert lines[-1] == "run run-2  saga refund: completed, session session-2"
    assert len(project.run("log", "show", "log.db", "--limit", "1").out.splitlines()) == 2


def test_the_events_of_a_session_or_of_a_run_are_shown_whole_where_nobody_looks(project: Project, log: Path) -> None:
    done = project.run("log", "show", "log.db", "--session", "session-1", "--limit", "3")
    assert [line.split()[0] for line in done.out.splitlines()] == ["5", "6", "7"]
    lines = project.run("log", "show", "log.db", "--run", "run-0").out.splitlines()
    assert re.fullmatch(r"     1 [\d :-]+ run-0 run\.started \{.*\}", lines[0])
    assert re.fullmatch(r"     2 [\d :-]+ run-0 step\.started \{\"step\":\"é\"}", lines[1])


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["verify", "nothing.db"], "error: 'nothing.db' can't be read (No such file or directory)"),
        (["verify", "."], "error: '.' can't be read (Is a directory)"),
        (["export", "nothing.db"], "error: 'nothing.db' can't be read"),
        (["show", "nothing.db"], "error: 'nothing.db' can't be read"),
        (["show", "log.db", "--server", "http://127.0.0.1:1"], "error: log.db and --server are two logs; name one"),
        (["show", "text.txt"], "error: the log text.txt is damaged at its first bytes: it is no SQLite database"),
        (["export", "log.db", "--session", "nobody"], "error: the log has no session 'nobody'"),
        (["export", "log.db", "-o", "nowhere/log.jsonl"], "error: 'nowhere/log.jsonl' can't be written"),
        (["show", "log.db", "--session", "nobody"], "error: the log has no session 'nobody'"),
        (["show", "log.db", "--run", "nobody"], "error: the log has no run 'nobody'"),
        (["show", "log.db", "--limit", "many"], "error: argument --limit: 'many' is no count"),
        (["explode", "log.db"], "error: argument ACTION: invalid choice: 'explode'"),
        ([], "error: the following arguments are required: ACTION"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(arguments: list[str], expected: str, project: Project, log: Path) -> None:
    project.write("text.txt", "no log\n")
    done = project.run("log", *arguments)
    assert (done.code, done.out) == (2, "")
    [line] = done.err.splitlines()
    assert line.startswith(expected)
    assert not (project.root / "nothing.db").exists()


def test_a_log_of_a_newer_version_is_one_line_and_exit_2(project: Project, log: Path) -> None:
    connection = sqlite3.connect(log)
    connection.execute(f"pragma user_version = {FORMAT + 1}")
    connection.close()
    for action in ("verify", "export", "show"):
        done = project.run("log", action, "log.db")
        assert (done.code, done.out) == (2, "")
        said = f"error: the log log.db has format {FORMAT + 1}, and this duotone knows formats up to {FORMAT}"
        assert done.err.startswith(said)
