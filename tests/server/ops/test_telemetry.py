"""Spans: from the client over the loop and threads into nested calls, each inside of the one before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from duotone.contract import offload, run
from duotone.runtime import ModelAgent, Reply, ScriptedModel, ToolCall
from duotone.runtime.models.model import Request
from duotone.server.ground import AgentEntry, Ground
from tests.server.conftest import Serve

EXPORTER = InMemorySpanExporter()
PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


@pytest.fixture(scope="module", autouse=True)
def provider() -> None:
    """Keep spans in memory; there is one provider for a process, and it stays."""
    made = TracerProvider()
    made.add_span_processor(SimpleSpanProcessor(EXPORTER))
    trace.set_tracer_provider(made)


@pytest.fixture
def spans() -> Iterator[InMemorySpanExporter]:
    EXPORTER.clear()
    yield EXPORTER
    EXPORTER.clear()


def mark(name: str) -> None:
    with trace.get_tracer("test").start_as_current_span(name):
        pass


async def deeper() -> str:
    """Cross to a loop and to a thread once more."""
    with trace.get_tracer("test").start_as_current_span("on the loop"):
        await offload(mark, "on a thread")
    return "deep"


def sync_tool() -> str:
    """Run on a worker, and call async code from there."""
    with trace.get_tracer("test").start_as_current_span("in the sync tool"):
        return run(deeper)


async def async_tool() -> str:
    """Run on the loop."""
    with trace.get_tracer("test").start_as_current_span("in the async tool"):
        return await deeper()


def script(request: Request) -> Any:
    if request.messages[-1].role == "tool":
        return "done"
    return Reply(calls=(ToolCall("a", "sync_tool"), ToolCall("b", "async_tool")))


def chain(span: ReadableSpan, by_id: dict[int, ReadableSpan]) -> list[str]:
    """Return the names of a span and of all around it, without those that FastAPI makes itself."""
    names = [span.name]
    while span.parent is not None and span.parent.span_id in by_id:
        span = by_id[span.parent.span_id]
        names.append(span.name)
    return [name for name in names if not name.startswith("fastapi.")]


def test_spans_are_unbroken_over_every_crossing(serve: Serve, spans: InMemorySpanExporter) -> None:
    agent = AgentEntry(agent=ModelAgent(ScriptedModel(script)), tools=[sync_tool, async_tool])
    live = serve(Ground(agents={"clerk": agent}))
    with live.client() as client:
        body = {"model": "clerk", "messages": [{"role": "user", "content": "go"}]}
        answer = client.post("/v1/chat/completions", json=body, headers={"traceparent": PARENT})
        assert answer.status_code == 200, answer.text
    session = answer.headers["x-duotone-session"]
    live.call(live.ground.drain(5))
    found = [span for span in spans.get_finished_spans() if span.name != "recovery"]
    by_id = {span.context.span_id: span for span in found if span.context is not None}
    assert {span.context.trace_id for span in found if span.context} == {0x0AF7651916CD43DD8448EB211C80319C}
    top = [f"turn of {session}", "POST /v1/chat/completions"]
    chains = [chain(span, by_id) for span in found]
    assert ["on a thread", "on the loop", "in the sync tool", f"step {__name__}:sync_tool", *top] in chains
    assert ["on a thread", "on the loop", "in the async tool", f"step {__name__}:async_tool", *top] in chains
    assert ["step clerk", *top] in chains
    request = next(span for span in found if span.name == "POST /v1/chat/completions")
    assert request.parent is not None
    assert request.parent.span_id == 0xB7AD6B7169203331
    assert request.attributes is not None
    assert request.attributes["http.response.status_code"] == 200
    step = next(span for span in found if span.name.endswith(":sync_tool"))
    assert step.attributes is not None
    assert str(step.attributes["duotone.run"]).startswith("turn-")
    assert step.attributes["duotone.step"] == "call/a"


def test_a_step_that_fails_has_its_error_in_its_span(serve: Serve, spans: InMemorySpanExporter) -> None:
    def broken(turn: Any) -> str:
        message = "broken"
        raise ValueError(message)

    live = serve(Ground(agents={"clerk": AgentEntry(agent=broken)}))
    with live.client() as client:
        body = {"model": "clerk", "messages": [{"role": "user", "content": "go"}]}
        assert client.post("/v1/chat/completions", json=body).status_code == 500
    step = next(span for span in spans.get_finished_spans() if span.name == "step clerk")
    assert step.status.is_ok is False
    assert step.events[0].name == "exception"
