"""`duotone token`: made once and shown once, listed without secrets, revoked once."""

from __future__ import annotations

import json
import stat

import pytest

from duotone.server.tokens import Tokens
from tests.cli.conftest import Project


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
    assert text.rpartition("_")[2] not in shown.out + project.run("token", "list", "--json").out


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
