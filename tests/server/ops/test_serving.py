"""Serving in a process of its own: who may ask, and how it ends."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from duotone.errors import BadInput
from duotone.server.ground import Ground, Settings
from duotone.server.serving import Serving, bound, is_loopback, refuse_strangers
from duotone.server.tokens import Tokens
from tests.server.ops.served import ROOT, process

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "localhost"])
def test_loopback_is_this_machine(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "10.0.0.1", "example.com", "", "localhost.example.com"])  # noqa: S104
def test_everything_else_is_not(host: str) -> None:
    assert not is_loopback(host)


def test_a_server_is_not_opened_to_strangers_without_a_token(tmp_path: Path) -> None:
    log = tmp_path / "log.db"
    ground = Ground(settings=Settings(host="0.0.0.0", log=log))  # noqa: S104  # that is the point
    with pytest.raises(BadInput, match=f"'duotone token create --scope admin --log {log}'"):
        Serving(ground).run_to_end()
    Tokens.beside(log).create("first")
    refuse_strangers(ground)


def test_a_port_that_is_taken_is_one_clear_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        with pytest.raises(BadInput, match="can't listen") as caught:
            bound(Settings(port=taken.getsockname()[1]))
        assert "name another one" in str(caught.value)


def test_a_server_answers_and_ends_at_sigterm_with_lines_of_json(tmp_path: Path) -> None:
    with process(tmp_path / "log.db") as (child, client):
        assert client.get("/healthz").json() == {"status": "ok"}
        ready = client.get("/readyz").json()
        assert (ready["status"], ready["faults"]) == ("ready", {})
        child.send_signal(signal.SIGTERM)
        _, err = child.communicate(timeout=20)
    assert child.returncode == 0
    lines = [json.loads(line) for line in err.splitlines()]
    [said] = [line["message"] for line in lines if line["message"].startswith("deployment: ")]
    assert "several machines refused (a file serves the processes of one machine)" in said
    assert all(f"{fact['what']} {fact['ability']} ({fact['found']})" in said for fact in ready["deployment"])
    assert any(line["message"] == "GET /healthz 200" and line["path"] == "/healthz" for line in lines)


def test_a_connection_on_which_no_request_comes_is_ended_and_a_stream_is_not(tmp_path: Path) -> None:
    with (
        process(tmp_path / "log.db", "head_seconds=0.5") as (_, client),
        client.stream("GET", "/api/events/stream") as stream,
    ):
        lines = stream.iter_lines()
        next(lines)
        for sent in (b"", b"G", b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "):
            with socket.create_connection((client.base_url.host, client.base_url.port or 0), 20) as silent:
                silent.sendall(sent)
                assert silent.recv(100) == b""
        client.post("/api/sessions", json={"id": "still-heard"})
        assert any("still-heard" in line for line in lines)


def test_a_second_signal_ends_it_at_once(tmp_path: Path) -> None:
    with process(tmp_path / "log.db", "drain_seconds=30") as (child, client):
        talk = client.build_request("POST", "/api/sessions", json={})
        assert client.send(talk).status_code == 201
        with client.stream("GET", "/api/events/stream") as stream:
            lines = stream.iter_lines()
            assert next(lines).startswith("retry")
            child.send_signal(signal.SIGSTOP)  # so that both signals wait when it goes on
            child.send_signal(signal.SIGTERM)
            child.send_signal(signal.SIGINT)
            begun = time.monotonic()
            child.send_signal(signal.SIGCONT)
            assert child.wait(10) in {128 + signal.SIGTERM, 128 + signal.SIGINT}
    assert time.monotonic() - begun < 5


def test_serving_is_refused_in_one_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.server.ops.served", str(tmp_path / "log.db"), "host=0.0.0.0"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=30)
    assert done.returncode == 1
    assert "BadInput" in done.stderr.splitlines()[-1]
