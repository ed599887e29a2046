"""`duotone doctor`: what is there, what is missing with its remedy, and exit 1 for what is broken."""

from __future__ import annotations

import importlib.metadata
import json
import sqlite3
from pathlib import Path

import pytest

from tests.cli.conftest import Project
from tests.runtime.log.logs import write_sample


def checks(project: Project, *arguments: str) -> dict[str, dict[str, str]]:
    parts = json.loads(project.run("doctor", "--json", *arguments).out)
    return {check["what"]: check for part in parts.values() for check in part}


def test_a_fresh_project_has_nothing_broken(project: Project) -> None:
    done = project.run("doctor")
    assert (done.code, done.err) == (0, "nothing is broken\n")
    found = checks(project)
    assert found["duotone"]["state"] == "ok"
    assert found["[tool.duotone]"]["state"] == found["git"]["state"] == found["store"]["state"] == "absent"


def test_every_extra_that_the_package_declares_is_looked_at(project: Project) -> None:
    extras = importlib.metadata.metadata("duotone").get_all("Provides-Extra") or []
    assert {f"duotone[{extra}]" for extra in extras} <= set(checks(project))


def test_a_missing_extra_has_its_command(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.metadata.version

    def version(name: str) -> str:
        if name == "pygls":
            raise importlib.metadata.PackageNotFoundError(name)
        return "0.0.1" if name == "fastapi" else real(name)

    monkeypatch.setattr(importlib.metadata, "version", version)
    found = checks(project)
    assert found["duotone[lsp]"] == {
        "what": "duotone[lsp]",
        "state": "absent",
        "found": "editors: pygls not installed",
        "remedy": "pip install 'duotone[lsp]'",
    }
    assert found["duotone[server]"]["state"] == "broken"
    assert "fastapi is 0.0.1 and must be 0.120 or newer" in found["duotone[server]"]["found"]
    assert project.run("doctor").code == 1


def test_settings_that_are_wrong_are_broken(project: Project) -> None:
    project.write("pyproject.toml", "[tool.duotone]\nselct = ['DUO']\n")
    done = project.run("doctor")
    assert (done.code, done.err) == (1, "2 broken\n")
    assert "!!  [tool.duotone]  " in done.out
    assert "did you mean 'select'?" in done.out


@pytest.fixture
def log(project: Project) -> Path:
    path = project.root / "duotone.db"
    write_sample(path)
    return path


def test_a_log_is_read_and_its_chain_verified(project: Project, log: Path) -> None:
    found = checks(project)
    assert (found["store"]["state"], found["chain"]["state"]) == ("ok", "ok")
    connection = sqlite3.connect(log, isolation_level=None)
    connection.execute("update events set kind = 'other' where id = 2")
    connection.close()
    assert checks(project)["chain"]["state"] == "broken"
    assert project.run("doctor").code == 1


def test_what_is_no_log_is_broken(project: Project) -> None:
    project.write("other.db", "no log\n")
    assert checks(project, "--log", "other.db")["store"]["state"] == "broken"


def test_tokens_that_others_may_read_or_nobody_can_are_broken(project: Project, log: Path) -> None:
    project.run("token", "create")
    assert checks(project)["tokens"]["found"] == "duotone.db.tokens: 1, for your eyes only"
    (project.root / "duotone.db.tokens").chmod(0o644)
    assert checks(project)["tokens"]["remedy"] == "chmod 600 duotone.db.tokens"
    project.write("duotone.db.tokens", "{}")
    assert checks(project)["tokens"]["found"].startswith("the tokens of duotone.db.tokens are of no use")


def test_a_server_that_does_not_answer_is_broken(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUOTONE_SERVER", "http://127.0.0.1:9")
    assert checks(project)["server"]["state"] == "broken"


def test_colors_are_for_those_who_ask(project: Project) -> None:
    assert "\x1b[32mok\x1b[0m" in project.run("doctor", "--color", "always").out
    assert "\x1b[" not in project.run("doctor").out
