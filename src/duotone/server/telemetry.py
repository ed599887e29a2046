"""Spans of OpenTelemetry: a request, the work that it begins, and every attempt of a step, each inside of the last.

A span is part of the context, which duotone copies on every crossing, so that the chain holds from a loop to a thread
and back. Without the extra `telemetry` nothing of this is there, and nothing is lost but the spans.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from duotone.runtime.surrounding import surround

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer, TracerProvider

__all__ = ["Traced", "current_trace", "trace_steps", "within_span"]

T = TypeVar("T")

_NAME = "duotone"


def _is_heard() -> bool:
    """Tell whether anybody has said where spans go; until then they would be made for nobody."""
    from opentelemetry.trace import ProxyTracerProvider, get_tracer_provider  # noqa: PLC0415  # an extra

    return not isinstance(get_tracer_provider(), ProxyTracerProvider)


def _tracer(provider: TracerProvider | None = None) -> Tracer | None:
    """Return who makes spans; None without the extra."""
    try:
        from opentelemetry.trace import get_tracer  # noqa: PLC0415  # an extra
    except ModuleNotFoundError:
        return None
    return get_tracer(_NAME, tracer_provider=provider)


def trace_steps(provider: TracerProvider | None = None) -> Callable[[], None]:
    """Make a span of each attempt of each step in this process from here on; returns what ends that."""
    tracer = _tracer(provider)
    if tracer is None:
        return lambda: None

    @contextmanager
    def around(key: str, unit: str) -> Generator[None]:
        run, _, step = key.partition("/")
        said = {"duotone.run": run, "duotone.step": step, "duotone.unit": unit}
        with tracer.start_as_current_span(f"step {unit}", attributes=said):
            yield

    return surround(around)


async def within_span(name: str, work: Coroutine[Any, Any, T], provider: TracerProvider | None = None) -> T:
    """Await something inside of a span."""
    tracer = _tracer(provider)
    if tracer is None or (provider is None and not _is_heard()):
        return await work
    with tracer.start_as_current_span(name):
        return await work


def current_trace() -> dict[str, str]:
    """Return the ids of the span that the current code runs in, for logs; nothing outside of one."""
    try:
        from opentelemetry.trace import get_current_span  # noqa: PLC0415  # an extra
    except ModuleNotFoundError:
        return {}
    context = get_current_span().get_span_context()
    if not context.is_valid:
        return {}
    return {"trace": f"{context.trace_id:032x}", "span": f"{context.span_id:016x}"}


class Traced:
    """Makes a span of each request, inside of the one that the client names in `traceparent`."""

    def __init__(self, app: ASGIApp, provider: TracerProvider | None = None) -> None:
        """Stand around an application."""
        self._app = app
        self._tracer = _tracer(provider)
        self._has_provider = provider is not None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request be answered."""
        if self._tracer is None or scope["type"] == "lifespan" or not self._is_seen(scope):
            await self._app(scope, receive, send)
            return
        from opentelemetry.propagate import extract  # noqa: PLC0415  # an extra
        from opentelemetry.trace import SpanKind  # noqa: PLC0415  # the same

        method = str(scope.get("method", "WEBSOCKET"))
        carrier = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        said = {"http.request.method": method, "url.path": scope["path"]}
        with self._tracer.start_as_current_span(
            method, context=extract(carrier), kind=SpanKind.SERVER, attributes=said
        ) as span:

            async def note(message: Message) -> None:
                if message["type"] == "http.response.start":
                    span.set_attribute("http.response.status_code", message["status"])
                await send(message)

            await self._app(scope, receive, note)
            route = getattr(scope.get("route"), "path", None)
            if route is not None:
                span.update_name(f"{method} {route}")
                span.set_attribute("http.route", route)

    def _is_seen(self, scope: Scope) -> bool:
        """Tell whether a span would be of use: for whoever listens, or for the logs if the client has named one."""
        return self._has_provider or _is_heard() or any(name == b"traceparent" for name, _ in scope["headers"])
