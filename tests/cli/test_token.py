"""`duotone token`: made once and shown once, listed without secrets, revoked once."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from duotone.server.tokens import Tokens
from tests.cli.conftest import Project
from tests.cli.test_serve import address, environment, served


def test_a_token_is_shown_once_and_opens_what_it_says(project: Project) -> None:
    done = project.run("token", "create", "ci", "--scope", "run", "--scope", "approve")
    assert (done.code, done.out.startswith("dt_"), "this once" in done.err) == (0, True, True)
    tokens = Tokens.beside(project.root / "duotone.db")
    tokens.read()
    found = tokens.find(done.out.strip())
    assert found is not None
    assert (found.name, found.scopes, found.tenant) == ("ci", ("run", "approve"), "local")
    assert stat.S_IMODE((project.root / "duotone.db.tokens").stat().st_mode) == 0o600


def test_the_list_has_no_secrets(project: Project) -> None:
    text = project.run("token", "create", "ci", "--tenant", "acme", "--days", "2").out.strip()
    shown = project.run("token", "list")
    assert shown.out.splitlines()[1].split()[1:4] == ["ci", "read", "acme"]
    [row] = json.loads(project.run("token", "list", "--json").out)
    assert row["expires"] - row["created"] == pytest.approx(2 * 24 * 3600)
    assert "hash" not in row
    secret = text.split("_", 2)[2]  # which may have underscores of its own
    assert secret not in shown.out + project.run("token", "list", "--json").out


def test_a_token_is_revoked_once_by_its_name_or_id(project: Project) -> None:
    text = project.run("token", "create", "ci").out.strip()
    assert project.run("token", "revoke", "ci").code == 0
    done = project.run("token", "revoke", "ci")
    assert (done.code, done.err.endswith("so nothing was done\n")) == (1, True)
    tokens = Tokens.beside(project.root / "duotone.db")
    tokens.read()
    assert tokens.find(text) is None
    assert "revoked" in project.run("token", "list").out


def test_without_tokens_it_says_who_is_listened_to(project: Project) -> None:
    done = project.run("token", "list")
    assert (done.code, done.out) == (0, "")
    assert done.err == "duotone.db has no token, so its server listens to this machine alone\n"


def test_bad_input_is_one_line(project: Project) -> None:
    done = project.run("token", "create", "--tenant", "Not Good")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: ")


def test_json_tells_of_what_was_revoked(project: Project) -> None:
    project.run("token", "create", "ci")
    [row] = json.loads(project.run("token", "revoke", "ci", "--json").out)
    assert (row["name"], row["state"]) == ("ci", "revoked")


def test_none_of_eight_that_are_made_at_once_is_lost(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "duotone", "token", "create", "--log", "log.db"]
    makers = [
        subprocess.Popen([*command, f"t{number}"], cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, text=True)
        for number in range(8)
    ]
    shown = [maker.communicate(timeout=60)[0].strip() for maker in makers]
    assert [maker.returncode for maker in makers] == [0] * 8
    tokens = Tokens.beside(tmp_path / "log.db")
    assert {token.name for token in tokens.list()} == {f"t{number}" for number in range(8)}
    assert all(tokens.find(one) is not None for one in shown)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["log.db.tokens", "log.db.tokens.lock"]


@pytest.mark.parametrize("verb", [["create"], ["list"], ["revoke", "ci"]], ids=lambda verb: verb[0])
@pytest.mark.parametrize("text", ["", "{", '{"format": 9, "tokens": []}'])
def test_a_damaged_file_is_one_line_and_exit_2(verb: list[str], text: str, project: Project) -> None:
    project.write("duotone.db.tokens", text)
    done = project.run("token", *verb)
    assert (done.code, done.out) == (2, "")
    [line] = done.err.splitlines()
    assert line.startswith("error: the tokens of duotone.db.tokens are of no use (the file is damaged: ")
    assert project.run("serve", "--port", "0").err == done.err


def test_a_server_that_runs_hears_of_tokens_that_are_made_and_revoked(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(project.root, "--log", "log.db") as (_, said):
        monkeypatch.setenv("DUOTONE_SERVER", address(said))
        assert project.run("run", "list").code == 0
        shown = project.run("token", "create", "ci", "--log", "log.db").out.strip()
        assert until(project, 2)
        monkeypatch.setenv("DUOTONE_TOKEN", shown)
        assert until(project, 0)
        project.run("token", "revoke", "ci", "--log", "log.db")
        assert until(project, 2)


def until(project: Project, code: int) -> bool:
    """Ask until the server answers so, for the two seconds that a look and an answer may take."""
    deadline = time.monotonic() + 2
    while project.run("run", "list").code != code:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True
