"""Chat completions, asked by OpenAI's own clients of either color."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import openai
import pytest
from openai.types.chat import ChatCompletionChunk

from tests.server.conftest import Live, Serve
from tests.server.openai.talking import Gate, async_client, client, ground, later, whole

Ask = Callable[..., Any]

pytestmark = pytest.mark.duotone(allow="blocked-loop")  # the client makes its models on its loop


def say(text: str) -> list[Any]:
    return [{"role": "user", "content": text}]


@pytest.fixture
def live(serve: Serve) -> Live:
    return serve(ground(whole=whole, later=later))


def ask(live: Live, text: str, **how: Any) -> Any:
    with client(live) as one:
        answer = one.chat.completions.create(model="clerk", messages=say(text), **how)
        return list(answer) if how.get("stream") else answer


def ask_async(live: Live, text: str, **how: Any) -> Any:
    async def main() -> Any:
        async with async_client(live) as one:
            answer = await one.chat.completions.create(model="clerk", messages=say(text), **how)
            return [chunk async for chunk in answer] if how.get("stream") else answer

    return asyncio.run(main())


@pytest.mark.parametrize("asking", [ask, ask_async])
def test_an_agent_answers_as_a_model_does(live: Live, asking: Ask) -> None:
    answer = asking(live, "hello there")
    assert (answer.object, answer.model) == ("chat.completion", "clerk")
    [choice] = answer.choices
    assert (choice.message.role, choice.message.content, choice.finish_reason) == ("assistant", "hello there", "stop")
    assert (answer.usage.prompt_tokens, answer.usage.completion_tokens, answer.usage.total_tokens) == (7, 3, 10)


@pytest.mark.parametrize("asking", [ask, ask_async])
def test_the_tools_of_an_agent_run_on_the_server(live: Live, asking: Ask) -> None:
    answer = asking(live, "the weather?")
    assert answer.choices[0].message.content == "Lima is sunny"
    assert answer.choices[0].message.tool_calls is None
    assert answer.usage.total_tokens == 47


@pytest.mark.parametrize("asking", [ask, ask_async])
def test_an_answer_is_streamed_in_its_parts(live: Live, asking: Ask) -> None:
    chunks: list[ChatCompletionChunk] = list(asking(live, "one two three", stream=True))
    assert chunks[0].choices[0].delta.role == "assistant"
    assert [chunk.choices[0].delta.content for chunk in chunks[1:-1]] == ["one ", "two ", "three"]
    assert chunks[-1].choices[0].finish_reason == "stop"
    assert {chunk.id for chunk in chunks} == {chunks[0].id}
    assert all(chunk.usage is None for chunk in chunks)


def test_a_stream_ends_with_its_usage_if_that_is_asked_for(live: Live) -> None:
    chunks = list(ask(live, "one", stream=True, stream_options={"include_usage": True}))
    assert chunks[-1].choices == []
    assert chunks[-1].usage.total_tokens == 10
    assert [chunk.usage for chunk in chunks[:-1]] == [None] * (len(chunks) - 1)


@pytest.mark.parametrize("is_sync", [True, False])
def test_O13_a_word_arrives_before_the_next_one_is_made(serve: Serve, is_sync: bool) -> None:  # noqa: FBT001
    gate = Gate()
    live = serve(ground(gate=gate.sync_agent if is_sync else gate.agent))
    with client(live) as one:
        words = []
        for chunk in one.chat.completions.create(model="gate", messages=say("go"), stream=True):
            if chunk.choices[0].delta.content:
                words.append((chunk.choices[0].delta.content, gate.has_ended.is_set()))
                gate.is_heard.set()
    assert words[0] == ("first ", False)
    assert [word for word, _ in words] == ["first ", "second"]


def test_O13_an_answer_that_comes_at_once_says_that_it_was_buffered(live: Live) -> None:
    with client(live) as one:
        chunks = list(one.chat.completions.create(model="whole", messages=say("it"), stream=True))
    [chunk] = [chunk for chunk in chunks if chunk.choices[0].delta.content]
    assert chunk.choices[0].delta.content == "all of it"
    assert chunk.model_extra == {"is_buffered": True}


def test_all_that_was_said_is_seen_by_the_agent(live: Live) -> None:
    said: list[Any] = [
        {"role": "system", "content": "be brief"},
        {"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]},
        {"role": "assistant", "content": "c"},
        {"role": "user", "content": "history"},
    ]
    with client(live) as one:
        answer = one.chat.completions.create(model="clerk", messages=said)
    assert answer.choices[0].message.content == "system:be brief | user:ab | agent:c | user:history"


def test_a_turn_is_in_the_log_under_the_name_of_its_answer(live: Live) -> None:
    with client(live) as one:
        raw = one.chat.completions.with_raw_response.create(model="clerk", messages=say("hello"))
    session = raw.headers["x-duotone-session"]
    assert raw.parse().id == session == raw.headers["x-request-id"]
    kinds = [event.kind for event in live.call(live.ground.runtime.log.read(session))]
    assert kinds[:2] == ["conversation.started", "message.sent"]
    assert kinds[-1] == "run.ended"


def test_a_model_that_there_is_not_is_named_with_those_that_there_are(live: Live) -> None:
    with client(live) as one, pytest.raises(openai.NotFoundError) as caught:
        one.chat.completions.create(model="gpt-none", messages=say("hello"))
    assert caught.value.code == "model_not_found"
    assert "clerk" in caught.value.message


@pytest.mark.parametrize(
    ("name", "value"),
    [("temperature", 0.3), ("n", 2), ("max_tokens", 5), ("tools", [{"type": "function", "function": {"name": "f"}}])],
)
def test_what_would_be_ignored_is_refused(live: Live, name: str, value: Any) -> None:
    with client(live) as one, pytest.raises(openai.BadRequestError) as caught:
        one.chat.completions.create(model="clerk", messages=say("hello"), **{name: value})
    assert (caught.value.code, caught.value.param) == ("unsupported_parameter", name)


def test_what_changes_nothing_is_welcome(live: Live) -> None:
    assert ask(live, "hello", temperature=1, n=1, tools=[], tool_choice="auto").choices[0].message.content == "hello"


def test_what_is_no_text_is_refused(live: Live) -> None:
    picture: list[Any] = [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "http://x/y.png"}}]}]
    with client(live) as one, pytest.raises(openai.BadRequestError, match="takes text"):
        one.chat.completions.create(model="clerk", messages=picture)


def test_an_agent_that_fails_is_an_error_and_is_not_asked_again(live: Live) -> None:
    with pytest.raises(openai.InternalServerError) as caught:
        ask(live, "fail")
    assert caught.value.code == "agent_failed"
    runs = live.call(live.ground.runtime.log.runs())
    assert len(runs) == 1


def test_an_agent_that_fails_in_a_stream_is_an_error_there(live: Live) -> None:
    with pytest.raises(openai.APIError, match="ValueError"):
        list(ask(live, "fail", stream=True))


def test_nothing_can_be_promised_beyond_the_response(live: Live) -> None:
    with client(live) as one:
        answer = one.chat.completions.create(model="later", messages=say("go"))
    said = "False: channel 'response' closes with the turn, so nothing can be delivered on it afterwards"
    assert answer.choices[0].message.content == said


def test_a_token_is_needed_and_its_tenant_has_the_turn(live: Live) -> None:
    reading, running = live.token("read", tenant="ours"), live.token("run", tenant="ours")
    with client(live, "wrong") as one, pytest.raises(openai.AuthenticationError):
        one.models.list()
    with client(live, reading) as one, pytest.raises(openai.PermissionDeniedError):
        one.chat.completions.create(model="clerk", messages=say("hello"))
    with client(live, running) as one:
        answer = one.chat.completions.create(model="clerk", messages=say("hello"))
    sessions = [row.session for row in live.call(live.ground.runtime.log.sessions())]
    assert sessions == [f"@ours.{answer.id}"]


@pytest.mark.parametrize("cancels", [False, True])
def test_a_client_that_leaves_stops_the_turn_only_if_it_asked_to(serve: Serve, cancels: bool) -> None:  # noqa: FBT001
    gate = Gate()
    live = serve(ground(gate=gate.agent))
    with client(live) as one:
        stream = one.chat.completions.create(
            model="gate", messages=say("go"), stream=True, extra_body={"cancel_on_disconnect": cancels}
        )
        assert any(chunk.choices[0].delta.content == "first " for chunk in stream)
        stream.close()
    if not cancels:
        gate.is_heard.set()
    wanted, found = "waiting" if cancels else "completed", ""
    for _ in range(400):
        [row] = live.call(live.ground.runtime.log.runs())
        found = row.status
        if found == wanted:
            break
        threading.Event().wait(0.02)
    assert found == wanted
    gate.is_heard.set()
