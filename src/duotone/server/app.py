"""The application: all routers in their order, what stands around them, and the OpenAPI document of it all."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from typing import Any, Final

from fastapi import APIRouter, FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from duotone.contract.offloading import offload
from duotone.server import problems, signals, websocket
from duotone.server.asking import scope_of
from duotone.server.ground import Ground, Settings
from duotone.server.limits import Limits
from duotone.server.observing import Observed
from duotone.server.openai import chat, models, responses
from duotone.server.openai import runs as agent_runs
from duotone.server.routes import (
    approvals,
    callers,
    checks,
    console,
    conversations,
    events,
    operating,
    processes,
    promises,
    runs,
    sagas,
    sessions,
    statistics,
    streams,
    tools,
    workflows,
)
from duotone.server.telemetry import Traced

__all__ = ["ROUTERS", "create_app"]

ROUTERS: Final[Sequence[APIRouter]] = (
    sessions.router,
    chat.router,
    responses.router,
    agent_runs.router,
    models.router,
    workflows.router,
    sagas.router,
    runs.router,
    conversations.router,
    approvals.router,
    tools.router,
    processes.router,
    promises.router,
    events.router,
    statistics.router,
    streams.router,
    websocket.router,
    operating.router,
    callers.router,
    checks.router,
    console.router,
)
"""What is served, in the order in which it is looked for and documented: what is asked most comes first."""

_TITLE: Final = "duotone"
_SUMMARY: Final = "Governed sessions, conversations, workflows and sagas on one durable log."
_EVERYWHERE: Final = (400, 401, 403, 408, 413, 421, 422, 429, 500, 503)
"""The problems that any route may answer with, since what stands around it does."""


def create_app(ground: Ground | Settings) -> FastAPI:
    """Return the application over a ground, which is opened when it starts and drained when it ends."""
    stands_on = Ground(settings=ground) if isinstance(ground, Settings) else ground

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        await offload(app.openapi)
        async with stands_on:
            with signals.heard(stands_on.stop):
                yield

    app = FastAPI(
        title=_TITLE,
        version=_version(),
        summary=_SUMMARY,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        swagger_ui_oauth2_redirect_url=None,
        redirect_slashes=False,
    )
    app.state.ground = stands_on
    for router in ROUTERS:  # not included, since FastAPI would put that off to the first request, on the loop
        app.router.routes.extend(router.routes)
    problems.install(app)
    app.add_middleware(problems.Unfailing)
    app.add_middleware(Limits, ground=stands_on)
    app.add_middleware(Observed, metrics=stands_on.metrics)
    app.add_middleware(Traced)
    app.openapi = _document  # type: ignore[method-assign]  # as FastAPI documents it
    return app


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415  # it reads files

    try:
        return version("duotone")
    except PackageNotFoundError:
        return "0"


@cache
def _document() -> dict[str, Any]:
    """Return the OpenAPI document, with the scope of each route and the problems that any of them may answer with."""
    routes = [route for router in ROUTERS for route in router.routes]
    document = get_openapi(title=_TITLE, version=_version(), summary=_SUMMARY, routes=routes)
    parts = document.setdefault("components", {})
    parts.setdefault("schemas", {})["ProblemBody"] = problems.ProblemBody.model_json_schema()
    for unused in ("HTTPValidationError", "ValidationError"):
        parts["schemas"].pop(unused, None)
    parts["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer", "bearerFormat": "dt_<id>_<secret>"}}
    scopes = {route.operation_id: scope_of(route) for route in routes if isinstance(route, APIRoute)}
    for path in document.get("paths", {}).values():
        for operation in path.values():
            _complete(operation, scopes.get(operation.get("operationId")))
    return document


def _complete(operation: dict[str, Any], scope: str | None) -> None:
    """Add to an operation what holds for all of them."""
    documented = {str(status): answer for status, answer in problems.answers(*_EVERYWHERE).items()}
    own = {status: answer for status, answer in operation["responses"].items() if status != "422"}
    operation["responses"] = {**documented, **own}
    if scope is not None:
        operation["x-scope"] = scope
        operation["security"] = [{"token": []}]
