"""Tokens: what is kept of them, who they are good for, and when they end."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from duotone.errors import BadInput, BadTokens
from duotone.server import health
from duotone.server import tokens as tokens_module
from duotone.server.ground import Settings
from duotone.server.tokens import SCOPES, Tokens, granted
from tests.server.conftest import Serve
from tests.server.shop import shop


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.db"


def test_the_secret_is_shown_once_and_kept_nowhere(path: Path) -> None:
    tokens = Tokens.beside(path)
    shown, token = tokens.create("ci", scopes=["run"])
    assert shown.startswith(f"dt_{token.id}_")
    kept = Path(f"{path}.tokens")
    assert shown.split("_", 2)[2] not in kept.read_text()
    assert json.loads(kept.read_text())["tokens"][0]["scopes"] == ["run"]
    assert tokens.find(shown) == token


@pytest.mark.skipif(sys.platform == "win32", reason="has no such modes")
def test_the_file_is_for_its_owner_alone(path: Path) -> None:
    Tokens.beside(path).create("ci")
    assert stat.S_IMODE(Path(f"{path}.tokens").stat().st_mode) == 0o600


def test_what_is_nearly_a_token_is_none(path: Path) -> None:
    tokens = Tokens.beside(path)
    shown, _ = tokens.create("ci")
    for wrong in (shown[:-1], f"{shown}x", shown.upper(), f" {shown}", "", "dt__", shown.replace("dt_", "xx_")):
        assert tokens.find(wrong) is None


def test_the_secret_of_one_token_does_not_fit_another(path: Path) -> None:
    tokens = Tokens.beside(path)
    (one, first), (other, _) = tokens.create("one"), tokens.create("other")
    assert tokens.find(f"dt_{first.id}_{other.split('_', 2)[2]}") is None
    assert tokens.find(one) == first


def test_a_token_ends_with_its_time_and_when_it_is_revoked(path: Path) -> None:
    tokens = Tokens.beside(path)
    shown, token = tokens.create("ci", seconds=60)
    assert tokens.find(shown, token.created + 59) == token
    assert tokens.find(shown, token.created + 60) is None
    other = Tokens.beside(path)
    assert (other.revoke("ci"), other.revoke("ci"), other.revoke("nobody")) == (True, False, False)
    tokens.read()
    assert (tokens.find(shown), tokens.are_needed) == (None, True)


def test_a_file_that_is_gone_does_not_open_the_server(path: Path) -> None:
    tokens = Tokens.beside(path)
    shown, _ = tokens.create("ci")
    Path(f"{path}.tokens").unlink()
    tokens.read()
    assert (tokens.find(shown), tokens.are_needed) == (None, True)


@pytest.mark.parametrize(
    "wrong",
    [
        {"scopes": ["all"]},
        {"scopes": []},
        {"tenant": "a/b"},
        {"tenant": "A"},
        {"tenant": ""},
        {"seconds": 0.0},
        {"seconds": float("nan")},
        {"name": ""},
        {"name": " "},
        {"name": "ci\nann"},
        {"name": "\x1b[2J"},
        {"name": "x" * 101},
    ],
)
def test_a_token_for_nothing_is_refused(path: Path, wrong: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        Tokens.beside(path).create(**{"name": "ci", **wrong})
    assert not Path(f"{path}.tokens").exists()


def test_scopes_hold_what_they_say() -> None:
    assert granted(["run"]) == {"read", "run"}
    assert granted(["approve"]) == {"read", "approve"}
    assert granted(["admin"]) == set(SCOPES)
    assert granted(["run", "approve"]) == {"read", "run", "approve"}


def test_tokens_that_several_processes_make_at_once_are_all_kept(path: Path) -> None:
    code = (
        "import sys; from duotone.server.tokens import Tokens; t = Tokens.beside(sys.argv[1]); "
        "[t.create(f'{sys.argv[2]}-{n}') for n in range(10)]"
    )
    makers = [subprocess.Popen([sys.executable, "-c", code, str(path), str(number)]) for number in range(3)]
    assert [maker.wait(60) for maker in makers] == [0, 0, 0]
    assert len(Tokens.beside(path).list()) == 30


GOOD = {"id": "0" * 12, "name": "ci", "tenant": "local", "scopes": ["read"], "hash": "0" * 64, "created": 1.0}
DAMAGED = {
    "empty": "",
    "cut": '{"format": 1, "tokens": [{"id": "0',
    "binary": "\x00\x01",
    "a list": "[]",
    "a number": "7",
    "no format": '{"tokens": []}',
    "another format": '{"format": 2, "tokens": []}',
    "no rows": '{"format": 1, "tokens": 3}',
    "a row of text": '{"format": 1, "tokens": ["x"]}',
    "a row too short": '{"format": 1, "tokens": [{"id": "x", "scopes": []}]}',
    **{
        f"a {name} that is none": json.dumps({"format": 1, "tokens": [{**GOOD, name: value}]})
        for name, value in {"id": 7, "scopes": ["all"], "created": "x", "expires": "soon", "more": 1}.items()
    },
}


@pytest.mark.parametrize("text", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_told_in_one_line_and_left_as_it_is(path: Path, text: str) -> None:
    kept = Path(f"{path}.tokens")
    kept.write_text(text, encoding="utf-8")
    tokens = Tokens.beside(path)
    for ask in (tokens.list, lambda: tokens.create("ci"), lambda: tokens.revoke("ci")):
        with pytest.raises(BadTokens) as told:
            ask()
        assert str(told.value).startswith(f"the tokens of {kept} are of no use (the file is damaged: ")
        assert str(told.value).endswith("move it away and make tokens anew with `duotone token create`")
    assert kept.read_text(encoding="utf-8") == text
    assert sorted(one.name for one in path.parent.iterdir()) == [kept.name, f"{kept.name}.lock"]


def test_a_place_that_can_not_be_written_is_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadTokens, match="the file can't be written: No such file or directory"):
        Tokens.beside(tmp_path / "nowhere" / "log.db").create("ci")
    (tmp_path / "log.db.tokens").mkdir()
    with pytest.raises(BadTokens, match="the file can't be read: Is a directory"):
        Tokens.beside(tmp_path / "log.db").list()


def test_a_server_lets_nobody_in_while_its_file_is_damaged(
    serve: Serve, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "_KEPT", 0.0)
    monkeypatch.setattr(tokens_module, "_LOOK", 0.0)
    shown, _ = Tokens.beside(path).create("first")
    live = serve(shop(Settings(log=path)))
    kept = Path(f"{path}.tokens")
    whole = kept.read_text(encoding="utf-8")
    with live.client(shown) as client:
        assert client.get("/api/sessions").status_code == 200
        kept.write_text(whole[:-40], encoding="utf-8")
        for _ in range(3):
            answer = client.get("/api/sessions")
            assert (answer.status_code, answer.json()["type"]) == (503, "urn:duotone:BadTokens")
        assert list(client.get("/readyz").json()["faults"]) == ["tokens"]
        kept.write_text(whole, encoding="utf-8")
        assert client.get("/api/sessions").status_code == 200
        assert client.get("/readyz").json()["faults"] == {}


def test_a_server_heeds_what_others_make_and_revoke(serve: Serve, path: Path) -> None:
    Tokens.beside(path).create("first")
    live = serve(shop(Settings(log=path)))
    elsewhere = Tokens.beside(path)
    shown, _ = elsewhere.create("second", scopes=["read"])
    live.ground.tokens._read_at = float("-inf")  # as if a second had passed
    with live.client(shown) as client:
        assert client.get("/api/sessions").status_code == 200
        elsewhere.revoke("second")
        live.ground.tokens._read_at = float("-inf")
        assert client.get("/api/sessions").status_code == 401
