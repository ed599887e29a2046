"""What is refused before any route is asked: too much, too fast, too slow, or meant for another server."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from duotone.server.ground import Settings
from duotone.server.limits import HEADERS, Buckets, is_loopback
from tests.server.conftest import Live, Serve
from tests.server.shop import shop


def raw(live: Live, request: bytes, *parts: bytes, pause: float = 0.0) -> str:
    """Send bytes as they are, and return all that is answered."""
    address = urlsplit(live.url)
    with socket.create_connection((address.hostname or "", address.port or 0), 20) as connection:
        connection.sendall(request)
        for part in parts:
            time.sleep(pause)
            connection.sendall(part)
        connection.settimeout(20)
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += connection.recv(65536)
        return answer.decode()


def head(path: str = "/api/sessions", method: str = "GET", **headers: str) -> bytes:
    lines = {"Host": "127.0.0.1", **{name.replace("_", "-"): value for name, value in headers.items()}}
    return "\r\n".join([f"{method} {path} HTTP/1.1", *map(": ".join, lines.items()), "", ""]).encode()


def test_a_body_that_is_too_long_is_refused_whether_or_not_it_says_so(serve: Serve) -> None:
    live = serve(Settings(max_body=100))

    def parts() -> Iterator[bytes]:
        yield b'{"id": "'
        for _ in range(30):
            yield b"x" * 10

    with live.client() as client:
        assert client.post("/api/sessions", json={"id": "x"}).status_code == 201
        declared = client.post("/api/sessions", content=b"x" * 200)
        assert (declared.status_code, declared.json()["type"]) == (413, "urn:duotone:BodyTooLarge")
        assert client.post("/api/sessions", content=parts()).status_code == 413
    assert raw(live, head(method="POST", Content_Length="9" * 20)).split()[1] in {"400", "413"}


def test_a_body_that_comes_too_slowly_is_refused(serve: Serve) -> None:
    live = serve(Settings(body_seconds=0.3))
    answer = raw(live, head(method="POST", Content_Length="50", Content_Type="application/json"), b'{"id"', pause=0.05)
    assert answer.startswith("HTTP/1.1 408")
    assert "connection: close" in answer.lower()


def test_who_asks_too_often_is_told_when_to_come_back_and_others_are_not(serve: Serve) -> None:
    live = serve(Settings(rate=0.5, burst=3))
    one, other = live.token("read", name="one"), live.token("read", name="other")
    with live.client(one) as client:
        answers = [client.get("/api/sessions") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert int(answers[-1].headers["retry-after"]) >= 1
    with live.client(other) as client:
        assert client.get("/api/sessions").status_code == 200


def test_guessing_tokens_is_one_caller_however_many_are_guessed(serve: Serve) -> None:
    live = serve(Settings(rate=0.5, burst=3))
    live.token("read")
    guesses = [f"dt_{number:012x}_{'x' * 43}" for number in range(4)]
    statuses = []
    for guess in guesses:
        with live.client(guess) as client:
            statuses.append(client.get("/api/sessions").status_code)
    assert statuses == [401, 401, 401, 429]


def test_so_many_are_answered_at_once_and_the_health_always(serve: Serve) -> None:
    live = serve(shop(Settings(concurrency=1)))
    flow = "name: slow\nsteps:\n  - {id: first, function: linger, with: {seconds: 2}}\n"
    with live.client() as client:
        run = client.post("/api/workflows/runs", json={"workflow": flow}).json()["id"]
        waiting = threading.Thread(target=_get, args=(live, f"/api/runs/{run}/wait"))
        waiting.start()
        refused = _until(client, "/api/sessions", 429)
        assert refused.json()["type"] == "urn:duotone:TooManyAtOnce"
        assert refused.headers["retry-after"] == "2"
        assert client.get("/healthz").status_code == 200
        waiting.join()
        assert client.get("/api/sessions").status_code == 200


def _get(live: Live, path: str) -> None:
    with live.client() as client:
        while client.get(path).status_code == 429:
            time.sleep(0.01)


def _until(client: httpx.Client, path: str, status: int) -> httpx.Response:
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        answer = client.get(path)
        if answer.status_code == status:
            return answer
    raise AssertionError(f"{path} was never answered with {status}")


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8600", "", "[::2]"])
def test_a_name_that_is_not_ours_is_refused_where_there_are_no_tokens(live: Live, host: str) -> None:
    with live.client() as client:
        refused = client.get("/api/sessions", headers={"Host": host})
    assert refused.status_code == 421


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.2:80", "[::1]:8600", "ours.example"])
def test_names_of_this_machine_and_of_the_operator_are_answered(serve: Serve, host: str) -> None:
    with serve(Settings(hosts=["ours.example"])).client() as client:
        assert client.get("/api/sessions", headers={"Host": host}).status_code == 200


def test_with_a_token_any_name_will_do(live: Live) -> None:
    with live.client(live.token("read")) as client:
        assert client.get("/api/sessions", headers={"Host": "ours.example"}).status_code == 200


FOREIGN: list[dict[str, str]] = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://localhost:3000"},
    {"Origin": "http://["},
    {"Origin": ""},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Origin": "https://evil.example"},
]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_a_page_of_another_origin_is_refused(live: Live, headers: dict[str, str]) -> None:
    with live.client() as client:
        refused = client.post("/api/sessions", json={}, headers=headers)
        assert (refused.status_code, refused.json()["type"]) == (403, "urn:duotone:WrongOrigin")
        assert client.get("/api/sessions").json()["items"] == []


def test_our_own_page_is_answered_and_so_is_a_link_to_it(live: Live) -> None:
    with live.client() as client:
        own = {"Origin": live.url, "Sec-Fetch-Site": "same-origin"}
        assert client.post("/api/sessions", json={}, headers=own).status_code == 201
        link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
        assert client.get("/api/sessions", headers=link).status_code == 200


def test_nobody_is_told_that_other_origins_may_read(live: Live) -> None:
    asking = {"Origin": live.url, "Access-Control-Request-Method": "POST"}
    with live.client() as client:
        for answer in (client.options("/api/sessions", headers=asking), client.get("/api/sessions", headers=asking)):
            assert not [name for name in answer.headers if name.startswith("access-control-")]


def test_every_answer_tells_browsers_what_not_to_do(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(**_: Any) -> Any:
        raise ZeroDivisionError("secret words")

    monkeypatch.setattr(live.ground.hypervisor, "list_sessions", broken)
    with live.client() as client:
        for path, status in [("/healthz", 200), ("/nowhere", 404), ("/api/sessions", 500), ("/openapi.json", 200)]:
            answer = client.get(path)
            assert answer.status_code == status
            assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
        failed = client.get("/api/sessions")
        assert "secret" not in failed.text
        assert failed.json()["type"] == "urn:duotone:ServerFault"
        assert client.get("/healthz", headers={"Host": "evil.example"}).headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize("name", ["Host", "Authorization", "Origin"])
def test_a_header_that_is_sent_twice_is_refused(live: Live, name: str) -> None:
    twice = head().replace(b"\r\n\r\n", f"\r\n{name}: 127.0.0.1\r\n{name}: localhost\r\n\r\n".encode())
    assert raw(live, twice).startswith("HTTP/1.1 400")


KEYS = {"a\r\nSet-Cookie: x=1": {"201"}, "a\nX-Injected: 1": {"201", "400"}, "a\x00b": {"400"}, "a b": {"422"}}


@pytest.mark.parametrize("key", KEYS, ids=repr)
def test_a_key_can_not_carry_headers_into_the_answer(live: Live, key: str) -> None:
    request = head(method="POST", Content_Length="2", Content_Type="application/json", Idempotency_Key=key) + b"{}"
    first, *rest = raw(live, request).split("\r\n\r\n")[0].lower().splitlines()
    assert first.split()[1] in KEYS[key]
    assert not [line for line in rest if line.startswith(("set-cookie", "x-injected"))]


@pytest.mark.parametrize(
    "path",
    [
        "/api/sessions/..%2f..%2fetc%2fpasswd",
        "/api/sessions/%2e%2e/%2e%2e/etc/passwd",
        "/api/sessions/..",
        "/api/sessions/%00",
        "/api/runs/..%5c..%5cetc",
        "/api/conversations/%2e%2e%2f/messages",
        "//etc/passwd",
        "/../../etc/passwd",
        "/api/processes/../../../etc/passwd/output",
    ],
)
def test_a_path_leads_to_no_file(live: Live, path: str) -> None:
    status = int(raw(live, head(path)).split()[1])
    assert status in {400, 404, 422}


def test_a_server_that_is_about_to_stop_begins_nothing_more(live: Live) -> None:
    with live.client() as client:
        live.ground.is_draining = True
        refused = client.post("/api/sessions", json={})
        assert (refused.status_code, refused.json()["type"]) == (503, "urn:duotone:Draining")
        assert refused.headers["retry-after"] == "5"
        assert client.get("/healthz").status_code == 200


def test_buckets_fill_with_time_and_forget_who_was_longest_away() -> None:
    buckets = Buckets(2.0, 2)
    assert [buckets.take("a", 0.0) for _ in range(3)] == [0.0, 0.0, 0.5]
    assert buckets.take("a", 0.5) == 0.0
    assert buckets.take("a", 0.5) == 0.5
    for number in range(10_001):
        buckets.take(str(number), 0.5)
    assert buckets.take("a", 0.5) == 0.0


def test_a_name_is_that_of_this_machine_only_if_it_can_be_no_other() -> None:
    assert all(map(is_loopback, ["localhost", "127.0.0.1", "127.8.9.1", "::1"]))
    assert not any(map(is_loopback, ["", "10.0.0.1", "localhost.example", "a.localhost", "127.0.0.1.example", "::"]))
