"""Models: scripted, recorded, and behind a server that speaks as OpenAI's does; asked from both faces."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from duotone.errors import BadAgent, ScriptEnded, UnknownRequest
from duotone.runtime import (
    AsyncRuntime,
    Message,
    ModelAgent,
    OpenAIModel,
    RecordedModel,
    Reply,
    Request,
    Role,
    Runtime,
    ScriptedModel,
    State,
    ToolCall,
    Usage,
)
from duotone.runtime.agents import agent_of
from duotone.runtime.models import After
from duotone.testing import ScriptedModel as ForTests

HELLO = Request([Message(Role.USER, "hello")])


def look(place: str) -> str:
    """Look somewhere."""
    return f"nothing in {place}"


def test_the_scripted_model_is_there_for_tests() -> None:
    assert ForTests is ScriptedModel


async def test_a_scripted_model_says_its_lines_in_both_colors() -> None:
    model = ScriptedModel(["one", Reply("two"), ["th", "ree"], lambda request: request.messages[0].text])
    assert model.complete(HELLO).text == "one"
    assert (await model.acomplete(HELLO)).text == "two"
    assert list(model.stream(HELLO)) == ["th", "ree"]
    assert [part async for part in model.astream(HELLO)] == ["hello"]
    with pytest.raises(ScriptEnded, match="has 4 lines"):
        model.complete(HELLO)
    assert len(model.requests) == 5


async def test_a_scripted_model_waits_and_fails_as_it_is_told() -> None:
    model = ScriptedModel([After(0.05, "slow"), ValueError("down")])
    since = time.monotonic()
    assert (await model.acomplete(HELLO)).text == "slow"
    assert time.monotonic() - since >= 0.05
    with pytest.raises(ValueError, match="down"):
        await model.acomplete(HELLO)


class OnlyAsync:
    async def complete(self, request: Request) -> str:
        return "from a loop"


class OnlySync:
    def complete(self, request: Request) -> str:
        return "from a thread"


@pytest.mark.parametrize(("model", "can_sync", "can_async"), [(OnlyAsync(), False, True), (OnlySync(), True, False)])
def test_the_color_of_a_model_is_that_of_its_agent(model: Any, *, can_sync: bool, can_async: bool) -> None:
    agent = agent_of(ModelAgent(model))
    assert (agent.can_sync, agent.can_async) == (can_sync, can_async)
    with Runtime() as runtime:
        assert runtime.conversation(ModelAgent(model)).ask("hi").text.startswith("from a ")


def test_what_is_no_model_is_refused() -> None:
    with pytest.raises(BadAgent, match="neither complete"):
        ModelAgent(object())  # type: ignore[arg-type]


def test_a_recorded_model_replays_and_refuses_what_it_has_not_heard(tmp_path: Path) -> None:
    path = tmp_path / "replies.jsonl"
    asked = ScriptedModel(["one", "two"])
    with Runtime() as runtime:
        talk = runtime.conversation(ModelAgent(RecordedModel(path, asked)), tools=[look])
        assert [talk.ask("a").text, talk.ask("b").text] == ["one", "two"]
    with Runtime() as runtime:
        talk = runtime.conversation(ModelAgent(RecordedModel(path)), tools=[look])
        assert [talk.ask("a").text, talk.ask("b").text] == ["one", "two"]
        result = talk.ask("c")
        assert result.fault is not None
        assert "no reply to a request that ends with 'c'" in result.fault.message
    assert len(asked.requests) == 2


async def test_a_recorded_model_records_from_a_loop(tmp_path: Path) -> None:
    path = tmp_path / "replies.jsonl"
    model = RecordedModel(path, OnlySync())
    assert (await model.acomplete(HELLO)).text == "from a thread"
    assert (await RecordedModel(path).acomplete(HELLO)).text == "from a thread"
    with pytest.raises(UnknownRequest):
        await RecordedModel(path).acomplete(Request([Message(Role.USER, "else")]))


# -- over the network ---------------------------------------------------------------------------------------------


class Server(ThreadingHTTPServer):
    """Answers chat completions: a call first, then words about its result."""

    daemon_threads = True
    asked: list[Any]


class Handler(BaseHTTPRequestHandler):
    server: Server

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # theirs
        pass

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(body)
        last = body["messages"][-1]
        text = f"I found {last['content']}" if last["role"] == "tool" else ""
        call = None if text else {"name": "look", "arguments": '{"place": "the attic"}'}
        if body.get("stream"):
            self._stream(text, call)
        else:
            self._answer(text, call)

    def _answer(self, text: str, call: Any) -> None:
        calls = None if call is None else [{"id": "x", "type": "function", "function": call}]
        message = {"role": "assistant", "content": text or None, "tool_calls": calls}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
        self._send("application/json", json.dumps({**WHOLE, "choices": [choice]}))

    def _stream(self, text: str, call: Any) -> None:
        deltas: list[Any] = [{"content": part} for part in ([text[:8], text[8:]] if text else ())]
        if call is not None:
            half = len(call["arguments"]) // 2
            first = {"name": call["name"], "arguments": call["arguments"][:half]}
            deltas.append({"tool_calls": [{"index": 0, "id": "x", "type": "function", "function": first}]})
            deltas.append({"tool_calls": [{"index": 0, "function": {"arguments": call["arguments"][half:]}}]})
        chunks = [{**CHUNK, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
        chunks.append({**CHUNK, "choices": [], "usage": WHOLE["usage"]})
        lines = [f"data: {json.dumps(chunk)}\n\n" for chunk in chunks]
        self._send("text/event-stream", "".join([*lines, "data: [DONE]\n\n"]))

    def _send(self, kind: str, body: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())


USAGE = {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}
WHOLE: dict[str, Any] = {"id": "r", "object": "chat.completion", "created": 0, "model": "m", "usage": USAGE}
CHUNK = {"id": "r", "object": "chat.completion.chunk", "created": 0, "model": "m"}


@pytest.fixture
def server() -> Iterator[Server]:
    """Serve as OpenAI does, on a port of this machine."""
    serving = Server(("127.0.0.1", 0), Handler)
    serving.asked = []
    thread = threading.Thread(target=serving.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield serving
    serving.shutdown()
    thread.join()
    serving.server_close()


@pytest.fixture
def model(server: Server) -> OpenAIModel:
    """Ask that server through the official package, which is loaded here and not on the loop of a test."""
    return OpenAIModel("m", base_url=f"http://127.0.0.1:{server.server_port}/v1", api_key="k", prices=(1e6, 2e6))


@pytest.mark.parametrize("is_streamed", [True, False])
def test_an_openai_model_answers_sync_code(model: OpenAIModel, server: Server, *, is_streamed: bool) -> None:
    heard: list[str] = []
    with Runtime() as runtime:
        agent = ModelAgent(model, system="be brief", stream=is_streamed, options={"temperature": 0})
        talk = runtime.conversation(agent, tools=[look], on_text=heard.append)
        result = talk.ask("find it")
        assert result.text == "I found nothing in the attic"
        assert result.usage == Usage(14, 6, 14 + 12)
    model.close()
    assert heard == (["I found ", "nothing in the attic"] if is_streamed else [])
    first, second = server.asked
    assert first["tools"][0]["function"]["name"] == "look"
    assert first["temperature"] == 0
    assert [message["role"] for message in second["messages"]] == ["system", "user", "assistant", "tool"]


@pytest.mark.duotone(allow="blocked-loop")  # making a client loads certificates
@pytest.mark.parametrize("is_streamed", [True, False])
async def test_an_openai_model_answers_async_code(model: OpenAIModel, *, is_streamed: bool) -> None:
    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(ModelAgent(model, stream=is_streamed), tools=[look])
        result = await talk.ask("find it")
        assert (result.state, result.text) == (State.IDLE, "I found nothing in the attic")
        await talk.send(Message(Role.NOTICE, "the door has opened"))
        assert (await talk.run()).text == "I found nothing in the attic"
    await model.aclose()


def test_arguments_that_are_no_json_are_kept_as_they_were_written() -> None:
    from duotone.runtime.models.openai_model import _call

    assert _call("x", "look", '{"place"') == ToolCall("x", "look", '{"place"')
    assert _call("x", "look", "[1]") == ToolCall("x", "look", "[1]")
    assert _call("x", "look", "") == ToolCall("x", "look", {})
