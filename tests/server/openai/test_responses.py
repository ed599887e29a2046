"""Responses, runs, models and capabilities, asked by OpenAI's own clients."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import openai
import pytest

from tests.server.conftest import Live, Serve
from tests.server.openai.talking import async_client, client, ground, whole

pytestmark = pytest.mark.duotone(allow="blocked-loop")  # the client makes its models on its loop


@pytest.fixture
def live(serve: Serve) -> Live:
    return serve(ground(whole=whole))


def test_an_agent_responds(live: Live) -> None:
    with client(live) as one:
        answer = one.responses.create(model="clerk", input="hello there")
    assert (answer.status, answer.output_text, answer.error) == ("completed", "hello there", None)
    assert answer.usage is not None
    assert answer.usage.total_tokens == 10


def test_an_agent_responds_to_an_async_client_word_by_word(live: Live) -> None:
    async def main() -> list[Any]:
        async with async_client(live) as one:
            stream = await one.responses.create(model="clerk", input="one two", stream=True)
            return [event async for event in stream]

    events = asyncio.run(main())
    assert [event.type for event in events] == [
        "response.created",
        "response.in_progress",
        "response.output_item.added",
        "response.content_part.added",
        "response.output_text.delta",
        "response.output_text.delta",
        "response.output_text.done",
        "response.content_part.done",
        "response.output_item.done",
        "response.completed",
    ]
    assert [event.sequence_number for event in events] == list(range(10))
    assert [event.delta for event in events if event.type == "response.output_text.delta"] == ["one ", "two"]
    assert events[-1].response.output_text == "one two"


def test_the_stream_of_the_sync_client_puts_a_response_together(live: Live) -> None:
    with client(live) as one, one.responses.stream(model="clerk", input="one two") as stream:
        assert [event.delta for event in stream if event.type == "response.output_text.delta"] == ["one ", "two"]
        assert stream.get_final_response().output_text == "one two"


def test_a_response_goes_on_from_an_earlier_one_and_leaves_that_as_it_was(live: Live) -> None:
    with client(live) as one:
        first = one.responses.create(model="clerk", input="a", instructions="be brief")
        second = one.responses.create(model="clerk", input="history", previous_response_id=first.id)
        other = one.responses.create(model="clerk", input="history", previous_response_id=first.id)
        again = one.responses.retrieve(first.id)
    assert second.output_text == other.output_text == "system:be brief | user:a | agent:a | user:history"
    assert (again.output_text, again.status) == ("a", "completed")


def test_a_response_of_another_tenant_is_not_there(live: Live) -> None:
    ours, theirs = live.token("run", tenant="ours"), live.token("run", tenant="theirs")
    with client(live, ours) as one:
        first = one.responses.create(model="clerk", input="secret")
    with client(live, theirs) as one:
        with pytest.raises(openai.NotFoundError):
            one.responses.retrieve(first.id)
        with pytest.raises(openai.NotFoundError):
            one.responses.create(model="clerk", input="history", previous_response_id=first.id)


@pytest.mark.parametrize(("name", "value"), [("store", False), ("background", True), ("max_output_tokens", 5)])
def test_what_would_be_ignored_is_refused(live: Live, name: str, value: Any) -> None:
    with client(live) as one, pytest.raises(openai.BadRequestError) as caught:
        one.responses.create(model="clerk", input="hello", **{name: value})
    assert caught.value.param == name


def test_a_response_that_fails_says_so_in_its_stream(live: Live) -> None:
    with client(live) as one:
        events = list(one.responses.create(model="clerk", input="fail", stream=True))
    assert events[-1].type == "response.failed"
    assert events[-1].response.error is not None


def test_agents_are_listed_as_models(live: Live) -> None:
    with client(live) as one:
        assert [model.id for model in one.models.list()] == ["whole", "clerk"]
        model = one.models.retrieve("clerk")
        assert model.model_extra == {"description": "Answers questions.", "tools": ["weather"]}
        with pytest.raises(openai.NotFoundError):
            one.models.retrieve("none")


def test_capabilities_say_of_each_route_whether_something_is_delivered_late(live: Live) -> None:
    with live.client() as one:
        said = one.get("/v1/capabilities").json()
    assert said["delivery"] == {
        "in_turn": True,
        "streaming": True,
        "after_turn": False,
        "durable": False,
        "reason": "the channel closes with the response; talk over /api/conversations for what ends later",
    }
    late = {route: (one["after_turn"], one["durable"]) for route, one in said["routes"].items()}
    assert late == {
        "POST /v1/chat/completions": (False, False),
        "POST /v1/responses": (False, False),
        "POST /v1/runs": (False, False),
        "POST /api/conversations/{conversation}/runs": (True, True),
    }
    assert (said["client_tools"], said["models"]) == (False, ["whole", "clerk"])


def finished(one: httpx.Client, run: str) -> list[str]:
    with one.stream("GET", f"/v1/runs/{run}/events") as stream:
        return [line for line in stream.iter_lines() if line.startswith("data:")]


def test_a_run_is_begun_followed_and_looked_at(live: Live) -> None:
    with live.client() as one:
        begun = one.post("/v1/runs", json={"model": "clerk", "input": "the weather?"})
        assert begun.status_code == 202
        run = begun.json()["id"]
        assert finished(one, run)[-1] == "data: {}"
        state = one.get(f"/v1/runs/{run}").json()
        assert (state["status"], state["output"], state["model"]) == ("completed", "Lima is sunny", "clerk")
        assert state["usage"]["total_tokens"] == 47
        last = max(event.id for event in live.call(live.ground.runtime.log.read_run(run)))
        assert one.get(f"/v1/runs/{run}/events", headers={"Last-Event-ID": str(last)}).status_code == 204
        assert one.post(f"/v1/runs/{run}/cancel").status_code == 409
        assert one.get("/v1/runs/turn-unknown").json()["error"]["code"] == "NoSuchRun"
