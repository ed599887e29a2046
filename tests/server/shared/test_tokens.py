"""Tokens of a log that machines share: made and revoked on one of them, and heeded on all."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from duotone.errors import BadTokens, LogUnreachable
from duotone.runtime.events import Append, Draft
from duotone.runtime.log import Log
from duotone.server.ground import Ground, Settings
from duotone.server.serving import refuse_strangers
from duotone.server.token_log import TOKENS
from duotone.server.tokens import Tokens
from tests.postgresql import PostgresServer
from tests.server.conftest import Serve

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="has no PostgreSQL")


@pytest.fixture
def address(postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.delenv("DUOTONE_TOKENS", raising=False)
    return postgres.emptied()


@pytest.fixture
def machines(address: str) -> Iterator[tuple[Tokens, Tokens]]:
    """The tokens of one log as two machines know them."""
    with contextlib.closing(Tokens.beside(address)) as one, contextlib.closing(Tokens.beside(address)) as other:
        yield one, other


def test_a_token_that_is_made_on_one_machine_is_good_on_the_other_until_it_is_revoked_on_either(
    machines: tuple[Tokens, Tokens],
) -> None:
    one, other = machines
    shown, token = one.create("ci", scopes=["run", "approve"], tenant="acme", seconds=3600)
    other.read()
    assert other.are_needed
    assert other.find(shown) == token
    assert other.revoke("ci")
    one.read()
    assert one.find(shown) is None
    assert not one.revoke("ci")
    assert [known.id for known in one.list()] == [token.id]
    assert one.are_needed  # revoking the last opens nothing


def test_the_log_has_no_secret_and_no_tenant_sees_its_tokens(serve: Serve, address: str) -> None:
    live = serve(Settings(log=address))
    shown = live.token("admin")
    with live.client(shown) as client:
        assert client.get("/api/sessions").status_code == 200
        assert client.get(f"/api/sessions/{TOKENS}/events").status_code == 404
        assert client.get("/api/events").json()["items"] == []
    with live.client() as stranger:
        assert stranger.get("/api/sessions").status_code == 401
    with Log(address) as log:
        kept = str(log.read(TOKENS))
    assert shown.split("_", 2)[2] not in kept
    assert "token.kept" in kept


def test_a_file_that_is_named_is_where_they_are(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUOTONE_TOKENS", str(tmp_path / "tokens"))
    Tokens.beside(address).create("ci")
    assert (tmp_path / "tokens").exists()
    monkeypatch.delenv("DUOTONE_TOKENS")
    with contextlib.closing(Tokens.beside(address)) as tokens:
        assert tokens.list() == []


def test_tokens_that_nobody_of_ours_has_written_are_named(address: str) -> None:
    with Log(address) as log:
        log.append(Append(TOKENS, [Draft("token.kept", {"id": "x", "scopes": ["all"]})]))
    with contextlib.closing(Tokens.beside(address)) as tokens, pytest.raises(BadTokens, match="duotone token create"):
        tokens.read()


def test_a_server_for_strangers_begins_only_where_the_log_says_which_tokens_there_are(address: str) -> None:
    nowhere = "postgresql://duotone@127.0.0.1:1/none"
    with pytest.raises(LogUnreachable):
        refuse_strangers(Ground(settings=Settings(host="0.0.0.0", log=nowhere)))  # noqa: S104  # that is the point
    ground = Ground(settings=Settings(host="0.0.0.0", log=address))  # noqa: S104  # the same
    with contextlib.closing(Tokens.beside(address)) as tokens, contextlib.closing(ground.tokens):
        tokens.create("first")
        refuse_strangers(ground)
