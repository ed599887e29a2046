"""`duotone engine check`: what a deployment can and can't do, and exit 1 for what is broken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Project
from tests.postgresql import PostgresServer
from tests.runtime.log.logs import write_sample


def facts(project: Project, *arguments: str) -> dict[str, tuple[str, str]]:
    told = json.loads(project.run("engine", "check", "--json", *arguments).out)
    return {fact["what"]: (fact["ability"], fact["found"]) for part in ("engine", "log") for fact in told[part]}


def test_a_file_is_told_in_a_table_with_what_to_do_instead(project: Project) -> None:
    write_sample(project.root / "duotone.db")
    done = project.run("engine", "check")
    assert (done.code, done.err) == (0, "duotone.db: nothing is broken\n")
    lines = done.out.splitlines()
    assert lines[0] == "ok       engine            embedded: in the processes of the runtime itself"
    assert lines[-1] == (
        "refused  several machines  a file serves the processes of one machine; "
        "duotone migrate FILE postgresql://…, and name that"
    )
    assert "\x1b[33mrefused\x1b[0m" in project.run("engine", "check", "--color", "always").out


def test_a_program_reads_the_same_as_json(project: Project) -> None:
    write_sample(project.root / "duotone.db")
    found = facts(project)
    assert found["log"] == ("ok", "a SQLite file, format 4 of 4")
    assert found["workflows"] == found["turns"] == found["sagas"] == ("limited", "stand still when their process dies")
    assert found["durability"][0] == found["clock"][0] == found["news"][0] == "ok"


def test_a_log_that_is_not_there_is_not_made(project: Project) -> None:
    assert facts(project, "--log", "new.db")["log"] == ("ok", "a SQLite file, which the first run makes")
    assert not (project.root / "new.db").exists()


def test_what_is_broken_is_counted_and_exit_1(project: Project) -> None:
    project.write("other.db", "no log\n")
    done = project.run("engine", "check", "--log", "other.db")
    assert (done.code, done.err) == (1, "other.db: 1 broken\n")
    assert "broken   log " in done.out
    done = project.run("engine", "check", "--log", "nowhere/new.db")
    assert (done.code, done.err) == (1, "nowhere/new.db: 1 broken\n")
    assert "give this user the right to write" in done.out


def test_a_database_is_looked_at_and_named_without_its_password(project: Project, postgres: PostgresServer) -> None:
    address = postgres.emptied().replace("duotone@", "duotone:hush@")
    found = facts(project, "--log", address)
    assert found["several machines"][0] == found["news"][0] == found["clock"][0] == "ok"
    done = project.run("engine", "check", "--log", address)
    assert "hush" not in done.out + done.err


def test_an_engine_that_is_down_is_broken_and_what_it_can_do_is_told(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("temporalio")
    monkeypatch.setenv("DUOTONE_ENGINE", "temporal://127.0.0.1:1/default")
    found = facts(project, "--log", "new.db")
    assert found["engine"][0] == "broken"
    assert "the engine at 127.0.0.1:1 can't be reached" in found["engine"][1]
    assert found["workflows"] == ("ok", "go on elsewhere by themselves when their process dies")
    assert project.run("engine", "check", "--log", "new.db").code == 1
    assert facts(project, "--log", "new.db", "--engine", "embedded")["engine"][0] == "ok"


def test_a_dbos_is_asked_where_it_is_or_where_the_log_is(project: Project, postgres: PostgresServer) -> None:
    address = postgres.emptied()
    for arguments in (["--engine", "dbos", "--log", address], ["--engine", f"dbos+{address}", "--log", "new.db"]):
        assert facts(project, *arguments)["engine"][0] == "ok"
        assert facts(project, *arguments)["engine"][1].endswith(f" at {address}")
    down = facts(project, "--engine", "dbos+postgresql://me:hush@127.0.0.1:1/x", "--log", "new.db")["engine"]
    assert (down[0], "hush" in down[1]) == ("broken", False)
    beside = facts(project, "--engine", "dbos", "--log", "new.db")["engine"]
    assert beside[0] == "broken"
    assert "the log is in no PostgreSQL" in beside[1]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["check", "--engine", "steam://x"], "error: engine='steam://x' can't be used: no engine has such an address"),
        (["check", "--engine", "temporal://"], "error: engine='temporal://' can't be used: it is not understood"),
        (["check", "--log", "mysql://x:hush@y/z"], "error: argument --log: the address of the log is none of Postgre"),
        (["explode"], "error: argument VERB: invalid choice: 'explode'"),
        ([], "error: the following arguments are required: VERB"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(arguments: list[str], expected: str, project: Project) -> None:
    done = project.run("engine", *arguments)
    assert (done.code, done.out) == (2, "")
    [line] = done.err.splitlines()
    assert line.startswith(expected)
    assert "hush" not in line


def test_looking_leaves_no_trace(project: Project) -> None:
    path: Path = project.root / "duotone.db"
    write_sample(path)
    before = path.read_bytes()
    project.run("engine", "check")
    assert path.read_bytes() == before
    assert not Path(f"{path}-owners").exists()
