"""Sessions over HTTP."""

from __future__ import annotations

import pytest

from tests.server.conftest import Live


def test_a_session_that_was_created_can_be_read_and_is_listed(live: Live) -> None:
    with live.client() as client:
        made = client.post("/api/sessions", json={"id": "review-7", "config": {"max_participants": 3}})
        assert (made.status_code, made.json()["state"]) == (201, "created")
        assert client.get("/api/sessions/review-7").json() == made.json()
        assert client.get("/api/sessions").json() == {"items": [{"id": "review-7", "state": "created"}], "next": None}


def test_a_name_that_is_taken_is_a_conflict(live: Live) -> None:
    with live.client() as client:
        client.post("/api/sessions", json={"id": "one"})
        again = client.post("/api/sessions", json={"id": "one"})
    assert (again.status_code, again.headers["content-type"]) == (409, "application/problem+json")
    assert again.json()["type"] == "urn:duotone:SessionExists"


def test_a_session_of_another_tenant_is_answered_like_one_that_never_was(live: Live) -> None:
    ours, theirs = live.token("run", tenant="ours"), live.token("admin", tenant="theirs")
    with live.client(ours) as client:
        client.post("/api/sessions", json={"id": "secret"})
        assert client.get("/api/sessions/secret").status_code == 200
    with live.client(theirs) as client:
        foreign, unknown = client.get("/api/sessions/secret"), client.get("/api/sessions/unknown")
        assert foreign.status_code == unknown.status_code == 404
        assert foreign.text.replace("secret", "unknown") == unknown.text
        assert client.get("/api/sessions").json()["items"] == []


def test_once_there_is_a_token_every_request_needs_one_with_its_scope(live: Live) -> None:
    reading = live.token("read")
    with live.client() as client:
        assert client.get("/api/sessions").status_code == 401
    with live.client(reading) as client:
        assert client.get("/api/sessions").status_code == 200
        assert client.post("/api/sessions", json={}).status_code == 403


def test_a_revoked_token_opens_nothing_and_its_end_doesnt_open_the_server(live: Live) -> None:
    token = live.token("admin", name="last")
    assert live.ground.tokens.revoke("last")
    for shown in (token, None):
        with live.client(shown) as client:
            assert client.get("/api/sessions").status_code == 401


def test_a_body_that_does_not_say_it_is_json_is_answered_with_what_to_say(live: Live) -> None:
    with live.client() as client:
        form = {"Content-Type": "application/x-www-form-urlencoded"}  # as curl -d sends it
        refused = client.post("/api/sessions", content=b'{"id": "s"}', headers=form)
        assert (refused.status_code, refused.json()["remedy"]) == (
            422,
            "send the body as JSON, with the header Content-Type: application/json",
        )
        wrong = client.post("/api/sessions", json={"ids": "s"}).json()
        assert wrong["remedy"] == "see /openapi.json for what this route takes"


@pytest.mark.parametrize(("method", "path", "status"), [("GET", "/api/nothing", 404), ("PUT", "/api/sessions", 405)])
def test_a_route_that_there_is_not_is_answered_with_where_all_are(
    live: Live, method: str, path: str, status: int
) -> None:
    with live.client() as client:
        refused = client.request(method, path)
    assert (refused.status_code, refused.json()["remedy"]) == (status, "see /openapi.json for all routes")
