"""Logs: lines of JSON that say what they are about, and keep secrets to themselves."""

from __future__ import annotations

import io
import json
import logging
import os
import re
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from duotone.runtime import ModelAgent, Reply, ScriptedModel, ToolCall
from duotone.runtime.models.model import Request
from duotone.server.ground import AgentEntry, Ground
from duotone.server.logs import redacted, write_logs
from tests.server.conftest import Serve


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    stream = io.StringIO()
    loggers = [logging.getLogger(name) for name in ("duotone", "uvicorn")]
    before = [(logger.level, logger.propagate) for logger in loggers]
    handler = write_logs(stream)
    yield stream
    for logger, (level, propagates) in zip(loggers, before, strict=True):
        logger.removeHandler(handler)
        logger.setLevel(level)
        logger.propagate = propagates


def read(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("Authorization: Bearer abc.def-123", "abc.def-123"),
        ("token dt_0123456789ab_AAAABBBBCCCCDDDDEEEEFFFF00001111222233334444555 was shown", "AAAABBBB"),
        ("the key sk-proj-abcdefgh12345678 is wrong", "abcdefgh"),
        ("api_key=hunter2&x=1", "hunter2"),
        ('{"password": "hunter2", "x": 1}', "hunter2"),
        ("postgres://me:hunter2@db/app", "hunter2"),
        ("GITHUB_TOKEN=ghp_abcdefghijklmnop", "abcdefghijklmnop"),
        ("eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl", "eyJzdWIiOi"),
        ("-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----", "MIIE"),
        ("AKIAIOSFODNN7EXAMPLE", "IOSFODNN7"),
        ("DB_PASSWORD=hunter2", "hunter2"),
        ("MY-APP-API-KEY: hunter2", "hunter2"),
        ("see 1https://me:hunter2@host/", "hunter2"),
    ],
)
def test_what_looks_like_a_secret_is_left_out(text: str, secret: str) -> None:
    assert secret not in redacted(text)
    assert "[redacted]" in redacted(text)


@pytest.mark.timeout(20)
@pytest.mark.parametrize("part", ["a-", "a.", "eyJ-", "my-token ", "token-", "x://a:", "bearer ", "-----BEGIN "])
def test_a_long_text_takes_no_longer_than_its_length_whoever_wrote_it(part: str) -> None:
    assert len(redacted(part * 30_000)) > 30_000


@pytest.mark.parametrize("text", ["the token was revoked", "GET /api/sessions 200", "a secret garden", "tokens: 17 of"])
def test_what_is_none_is_left_alone(text: str) -> None:
    assert redacted(text).replace("17", "").replace("[redacted]", "") == text.replace("17", "")


def test_a_line_has_its_extras_and_the_error_without_secrets(lines: io.StringIO) -> None:
    logger = logging.getLogger("duotone.test")
    try:
        int("password=hunter2")
    except ValueError:
        logger.exception("it failed with %s", "sk-abcdefgh12345678", extra={"api_key": "hunter2", "count": 3})
    [line] = read(lines)
    assert (line["level"], line["logger"], line["count"], line["error"]) == ("error", "duotone.test", 3, "ValueError")
    assert "hunter2" not in lines.getvalue()
    assert "abcdefgh" not in lines.getvalue()


def test_what_is_logged_in_a_step_says_its_session_run_and_step(serve: Serve, lines: io.StringIO) -> None:
    def tool() -> str:
        """Log on a worker."""
        logging.getLogger("duotone.test").warning("in the tool")
        return "done"

    async def other() -> str:
        """Log on the loop."""
        logging.getLogger("duotone.test").warning("in the other")
        return "done"

    def script(request: Request) -> Any:
        if request.messages[-1].role == "tool":
            return "done"
        logging.getLogger("duotone.test").warning("in the model")
        return Reply(calls=(ToolCall("a", "tool"), ToolCall("b", "other")))

    agent = AgentEntry(agent=ModelAgent(ScriptedModel(script)), tools=[tool, other])
    live = serve(Ground(agents={"clerk": agent}))
    with live.client() as client:
        asked = {"model": "clerk", "messages": [{"role": "user", "content": "go"}]}
        session = client.post("/v1/chat/completions", json=asked).headers["x-duotone-session"]
        client.get(f"/api/sessions/{session}")
    by_message = {line["message"]: line for line in read(lines)}
    model, first, second = (by_message[f"in the {name}"] for name in ("model", "tool", "other"))
    assert model["run"] == first["run"] == second["run"]
    assert (model["step"], first["step"], second["step"]) == ("agent/1", "call/a", "call/b")
    assert model["session"] == first["session"] == second["session"] == session
    assert by_message["POST /v1/chat/completions 200"]["status"] == 200
    assert any(line["session"] == session for line in read(lines) if line["message"].startswith("GET /api/sessions/"))


def test_logs_are_written_once_however_often_that_is_asked_for(lines: io.StringIO) -> None:
    write_logs(lines)
    logging.getLogger("duotone.test").warning("once")
    assert len(read(lines)) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal")
def test_in_a_terminal_lines_are_for_people_and_only_of_what_is_wrong() -> None:
    ours, theirs = os.openpty()
    names = ("duotone", "uvicorn")
    before = {name: (logging.getLogger(name).level, logging.getLogger(name).propagate) for name in names}
    with open(theirs, "w", encoding="utf-8") as terminal:  # noqa: PTH123  # of a descriptor
        handler = write_logs(terminal)
        logging.getLogger("duotone.server").info("nobody sees this")
        error = ValueError("api_key=hunter2")
        logging.getLogger("duotone.server").error("it failed with token=hunter2", exc_info=error)
        said = os.read(ours, 10_000).decode()
        for name, (level, propagates) in before.items():
            logger = logging.getLogger(name)
            logger.removeHandler(handler)
            logger.setLevel(level)
            logger.propagate = propagates
    os.close(ours)
    assert re.match(r"\d\d:\d\d:\d\d error: it failed with token=\[redacted\]\r\n", said)
    assert said.endswith("ValueError: api_key=[redacted]\r\n")
    assert "nobody sees this" not in said
