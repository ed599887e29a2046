"""The web as an agent asks it: real servers, bounded answers, and nothing of this machine's own network."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

from duotone.errors import BadInput, Unfit
from duotone.runtime import Risk
from duotone.runtime.tools.web import Web, addresses, http_tool
from duotone.runtime.tools.web.addresses import is_public
from tests.runtime.tools.calls import FACES, Caller
from tests.runtime.tools.servers import Server, served


def reply(handler: BaseHTTPRequestHandler, body: bytes = b"", status: int = 200, **headers: str) -> None:
    handler.send_response(status)
    for name, value in {"Content_Type": "text/plain", **headers}.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    if handler.command != "HEAD":
        handler.wfile.write(body)


def answer(handler: BaseHTTPRequestHandler) -> None:
    path, _, query = handler.path.partition("?")
    match path:
        case "/to":
            code, _, where = query.partition("&")
            reply(handler, status=int(code), Location=where)
        case "/round":
            reply(handler, status=302, Location="/round")
        case "/nowhere":
            reply(handler, b"moved", status=301)
        case "/big":
            reply(handler, b"x" * 5_000_000)
        case "/latin":
            reply(handler, "café".encode("latin-1"), Content_Type="text/plain; charset=latin-1")
        case "/odd":
            reply(handler, b"caf\xc3\xa9", Content_Type="text/plain; charset=klingon")
        case "/picture":
            reply(handler, b"\x89PNG\0\0", Content_Type="image/png")
        case "/packed":
            reply(handler, b"\x1f\x8b", Content_Encoding="gzip")
        case "/missing":
            reply(handler, b"no such page", status=404)
        case _:
            reply(handler, b"hello", ETag='"1"', X_Other="hidden")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served(answer) as running:
        yield running


@pytest.fixture
def web() -> Web:
    return Web(("GET", "HEAD", "POST", "PUT"), private=True, timeout=10.0)


@FACES
def test_an_agent_asks_a_server(face: str, server: Server) -> None:
    said = json.loads(Caller(face, http_tool(private=True)).answer("http", url=server.url("/a b".replace(" ", "%20"))))
    assert said["status"] == 200
    assert said["body"] == "hello"
    assert said["headers"] == {"content-type": "text/plain", "content-length": "5", "etag": '"1"'}
    method, path, headers, _ = server.asked[-1]
    assert (method, path, headers["host"]) == ("GET", "/a%20b", f"127.0.0.1:{server.port}")


def test_a_tool_that_only_reads_has_no_effect_and_another_can_not_be_taken_back() -> None:
    assert (http_tool().unit.effect, http_tool().risk) == (False, Risk.READ)
    assert (http_tool(methods=["get", "post"]).unit.effect, http_tool(methods=["post"]).risk) == (
        True,
        Risk.IRREVERSIBLE,
    )
    with pytest.raises(BadInput, match="name those that may be used"):
        http_tool(methods=[])


def test_a_body_and_headers_are_sent(server: Server, web: Web) -> None:
    web.http(server.url("/post"), "post", {"Accept": "x/y"}, "naïve")
    method, _, headers, body = server.asked[-1]
    assert (method, headers["accept"], headers["content-type"]) == ("POST", "x/y", "text/plain; charset=utf-8")
    assert body == "naïve".encode()
    web.http(server.url("/post"), "PUT", {"content-type": "application/json"}, "{}")
    assert server.asked[-1][2]["content-type"] == "application/json"


@pytest.mark.parametrize(
    ("path", "status", "body"),
    [
        ("/missing", 404, "no such page"),
        ("/latin", 200, "café"),
        ("/odd", 200, "café"),
        ("/picture", 200, "(6 bytes of image/png, which is no text)"),
        ("/packed", 200, "(2 bytes of text/plain, which is no text)"),
        ("/nowhere", 301, "moved"),
        ("/é?q=ü", 200, "hello"),
    ],
)
def test_every_answer_is_one_that_can_be_read(server: Server, web: Web, path: str, status: int, body: str) -> None:
    said = web.http(server.url(path))
    assert (said["status"], said["body"]) == (status, body)


def test_a_large_answer_is_read_in_part(server: Server) -> None:
    said = Web(private=True, most=1_000).http(server.url("/big"))
    assert said["body"] == "x" * 1_000
    assert said["note"] == "only the first 1,000 bytes were read"


@pytest.mark.parametrize(
    ("code", "method", "after"),
    [(301, "POST", "GET"), (302, "PUT", "GET"), (303, "POST", "GET"), (303, "HEAD", "HEAD"), (307, "POST", "POST")],
)
def test_a_redirect_is_followed_as_its_status_says(
    server: Server, web: Web, code: int, method: str, after: str
) -> None:
    said = web.http(server.url(f"/to?{code}&/end"), method, body="text" if method != "HEAD" else None)
    assert said["url"] == server.url("/end")
    assert server.asked[-1][0] == after
    assert server.asked[-1][3] == (b"text" if after == "POST" else b"")


def test_what_is_secret_is_said_to_nobody_else(server: Server, web: Web) -> None:
    with served(answer) as other:
        secret = {"Authorization": "Bearer x", "Cookie": "c", "Accept": "y"}
        web.http(server.url(f"/to?302&{other.url('/end')}"), headers=secret)
        assert "authorization" not in other.asked[-1][2]
        assert "cookie" not in other.asked[-1][2]
        assert other.asked[-1][2]["accept"] == "y"
    web.http(server.url("/to?302&/end"), headers=secret)
    assert server.asked[-1][2]["authorization"] == "Bearer x"


def test_redirects_without_an_end_are_given_up(server: Server, web: Web) -> None:
    with pytest.raises(Unfit, match="leads from one place to the next"):
        web.http(server.url("/round"))


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("file:///etc/passwd", "is no address of the web"),
        ("ftp://example.com/", "is no address of the web"),
        ("gopher://127.0.0.1:6379/_INFO", "is no address of the web"),
        ("//example.com", "is no address of the web"),
        ("http://", "is no address of the web"),
        ("", "is no address of the web"),
        ("http://user:pass@example.com/", "has a password in it"),
        ("http://example.com/\r\nHost: x", "has blanks or control characters"),
        ("http://example.com:99999/", "can't be read"),
        ("http://[::1/", "can't be read"),
        ("http://no-such-host.invalid/", "can't be found"),
        (f"http://{'a' * 70}.com/", "can't be found"),
    ],
)
def test_what_is_no_address_of_the_web_is_refused(web: Web, url: str, reason: str) -> None:
    with pytest.raises(Unfit, match=reason):
        web.http(url)


def test_a_password_in_a_url_is_not_repeated(web: Web) -> None:
    with pytest.raises(Unfit) as caught:
        web.http("http://user:hunter2@example.com/")
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize("name", ["Host", "Content-Length", "transfer-encoding", " Host "])
def test_headers_that_say_where_a_request_ends_are_not_for_agents(server: Server, web: Web, name: str) -> None:
    with pytest.raises(Unfit, match="is not for you to set"):
        web.http(server.url(), headers={name: "1"})


def test_a_header_with_a_line_in_it_is_refused(server: Server, web: Web) -> None:
    before = len(server.asked)
    with pytest.raises(Unfit, match="can't be asked"):
        web.http(server.url(), headers={"X": "1\r\nHost: elsewhere"})
    assert len(server.asked) == before


def test_a_method_that_was_not_allowed_is_refused(server: Server) -> None:
    with pytest.raises(Unfit, match="use one of GET, HEAD"):
        Web(private=True).http(server.url(), "DELETE")


# -- the network of this machine ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost", "2130706433", "0x7f000001", "127.1", "0", "[::ffff:127.0.0.1]", "[::1]"],
)
def test_this_machine_is_not_reached_whatever_it_is_called(server: Server, host: str) -> None:
    before = len(server.asked)
    with pytest.raises(Unfit, match=r"private network|can't be found"):
        Web().http(f"http://{host}:{server.port}/")
    assert len(server.asked) == before


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True),
        ("2606:4700:4700::1111", True),
        ("10.0.0.1", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("127.0.0.1", False),
        ("0.0.0.0", False),  # noqa: S104  # that is the test
        ("224.0.0.1", False),
        ("240.0.0.1", False),
        ("255.255.255.255", False),
        ("::", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fc00::1", False),
        ("fec0::1", False),
        ("ff02::1", False),
        ("::ffff:10.0.0.1", False),
        ("::ffff:8.8.8.8", True),
        ("64:ff9b::a00:1", False),
        ("64:ff9b::808:808", True),
        ("2002:7f00:1::", False),
        ("2002:808:808::", True),
    ],
)
def test_an_address_is_public_if_everything_that_it_stands_for_is(address: str, public: bool) -> None:  # noqa: FBT001
    assert is_public(address) is public


def found(*hosts: str) -> list[Any]:
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (host, 0)) for host in hosts]


def test_a_name_with_a_private_address_among_others_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: found("8.8.8.8", "10.0.0.1"))
    with pytest.raises(Unfit, match="is in a private network"):
        Web().http("http://rebound.example/")


def test_a_redirect_into_the_private_network_is_refused(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "is_public", lambda address: address == "127.0.0.1")
    with served(answer, "127.0.0.2") as private:
        with pytest.raises(Unfit, match="is in a private network"):
            Web().http(server.url(f"/to?302&{private.url('/', '127.0.0.2')}"))
        assert private.asked == []
    with pytest.raises(Unfit, match="is no address of the web"):
        Web().http(server.url("/to?302&file:///etc/passwd"))


def test_what_was_checked_is_what_is_reached(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that stands for something else when it is looked up again, and is not looked up again."""
    answers = [found("127.0.0.1"), found("127.0.0.2")]
    looked_up: list[str] = []
    original = socket.getaddrinfo

    def look_up(host: str, *args: Any, **kwargs: Any) -> Any:
        if host == "rebound.example":
            looked_up.append(host)
            return answers[len(looked_up) - 1]
        return original(host, *args, **kwargs)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(addresses, "is_public", lambda address: address == "127.0.0.1")
    said = Web().http(server.url("/", "rebound.example"))
    assert said["body"] == "hello"
    assert looked_up == ["rebound.example"]
    assert server.asked[-1][2]["host"] == f"rebound.example:{server.port}"


def test_only_hosts_that_were_named_are_asked(server: Server) -> None:
    web = Web(hosts=["*.example.com", "127.0.0.1"], private=True)
    assert web.http(server.url())["status"] == 200
    with pytest.raises(Unfit, match="is none that may be reached"):
        web.http(server.url("/", "localhost"))


# -- time and trouble ---------------------------------------------------------------------------------------------


def drip_body(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    _drip(handler, b"x")


def drip_headers(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    _drip(handler, b"X: y\r\n")


def _drip(handler: BaseHTTPRequestHandler, piece: bytes) -> None:
    handler.close_connection = True
    try:
        for _ in range(200):
            handler.wfile.write(piece)
            time.sleep(0.05)
    except OSError:
        pass


@pytest.mark.parametrize("drip", [drip_body, drip_headers, lambda handler: time.sleep(2)])
def test_a_server_that_drips_or_is_silent_is_given_up_in_time(drip: Any) -> None:
    with served(drip) as slow:
        begun = time.monotonic()
        with pytest.raises(Unfit, match="didn't answer in time"):
            Web(private=True, timeout=0.3).http(slow.url())
        assert time.monotonic() - begun < 1.5


def test_no_time_at_all_is_no_time_to_ask(server: Server) -> None:
    with pytest.raises(Unfit, match="didn't answer in time"):
        Web(private=True, timeout=0.0).http(server.url())


def nonsense(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"\0\1\2 nonsense\r\n\r\n")
    handler.close_connection = True


def hang_up(handler: BaseHTTPRequestHandler) -> None:
    handler.close_connection = True


@pytest.mark.parametrize("trouble", [nonsense, hang_up])
def test_a_server_that_talks_nonsense_is_told_of(trouble: Any) -> None:
    with served(trouble) as odd, pytest.raises(Unfit, match="can't be asked"):
        Web(private=True).http(odd.url())


def test_a_port_where_nobody_listens_is_told_of() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(Unfit, match="can't be asked"):
        Web(private=True).http(f"http://127.0.0.1:{port}/")


def test_a_server_without_a_certificate_is_not_trusted(server: Server) -> None:
    with pytest.raises(Unfit, match=r"can't be asked: .*SSL"):
        Web(private=True).http(server.url().replace("http:", "https:"))
