"""Frameworks that call plain functions on a thread, take either color, or put something in the place of a default.

To add a decorator, add a row to `OFFLOADING`: its module or class, and its names. The rows are sorted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from duotone.analyzer.knowledge.rows import Slot, names, slot_table

__all__ = [
    "AROUND_SERVING",
    "EITHER_BASES",
    "INJECTED",
    "LOOP_FOR_CALL",
    "LOOP_FOR_EACH",
    "MARKING",
    "OFFLOADED",
    "OFFLOADING",
    "REGISTERING",
]

_HTTP = "delete get head options patch post put"
_FLASK = f"{_HTTP} after_request before_request errorhandler route teardown_request"
_AGENT = "instructions output_validator system_prompt tool tool_plain"

OFFLOADING: Final = names(
    (
        ("fastapi.APIRouter", f"{_HTTP} api_route trace"),
        ("fastapi.FastAPI", f"{_HTTP} api_route exception_handler trace"),
        ("fastapi.applications.FastAPI", f"{_HTTP} api_route exception_handler trace"),
        ("fastapi.routing.APIRouter", f"{_HTTP} api_route trace"),
        ("langchain_core.tools", "tool"),
        ("langchain_core.tools.convert", "tool"),
        ("pydantic_ai.Agent", _AGENT),
        ("pydantic_ai.agent.Agent", _AGENT),
        ("quart.Blueprint", f"{_HTTP} before_request route"),
        ("quart.Quart", f"{_HTTP} before_request route"),
        ("starlette.applications.Starlette", "exception_handler route"),
        ("starlette.routing.Router", "route"),
    )
)
"""Decorators that take functions of either color, and call a sync one on a thread."""

MARKING: Final = "pytest.mark."
"""What begins so only notes something of the function that it decorates."""

REGISTERING: Final = names(
    (
        ("aiohttp.web.RouteTableDef", f"{_HTTP} route view"),
        ("aiohttp.web_routedef.RouteTableDef", f"{_HTTP} route view"),
        ("fastapi.APIRouter", f"{_HTTP} api_route trace websocket"),
        ("fastapi.FastAPI", f"{_HTTP} api_route exception_handler middleware on_event trace websocket"),
        ("fastapi.applications.FastAPI", f"{_HTTP} api_route exception_handler middleware on_event trace websocket"),
        ("fastapi.routing.APIRouter", f"{_HTTP} api_route trace websocket"),
        ("pydantic_ai.Agent", _AGENT),
        ("pydantic_ai.agent.Agent", _AGENT),
        ("quart.Blueprint", f"{_HTTP} before_request route websocket"),
        ("quart.Quart", f"{_HTTP} before_request route websocket"),
    )
)
"""Decorators that take note of a function and give it back as it is, where the package itself can't be read."""

LOOP_FOR_EACH: Final = names(
    (
        ("flask.Blueprint", f"{_FLASK} app_errorhandler before_app_request"),
        ("flask.Flask", _FLASK),
        ("flask.app.Flask", _FLASK),
        ("flask.blueprints.Blueprint", f"{_FLASK} app_errorhandler before_app_request"),
    )
)
"""Decorators that run an async function to its end for each request, on the thread and on a loop of that request."""

LOOP_FOR_CALL: Final = names((("asgiref.sync", "AsyncToSync async_to_sync"),))
"""What makes a plain function of an async one, and runs that on a loop of the call where the same package has no other.

It has one on a thread to which it was sent from there, which servers of ASGI do as well.
"""

AROUND_SERVING: Final = names(
    (
        ("fastapi.APIRouter", "on_event"),
        ("fastapi.FastAPI", "on_event"),
        ("fastapi.applications.FastAPI", "on_event"),
        ("fastapi.routing.APIRouter", "on_event"),
        ("starlette.applications.Starlette", "on_event"),
        ("starlette.routing.Router", "on_event"),
    )
)
"""Decorators that run a function before the first request or after the last one, as a lifespan does."""

INJECTED: Final[Mapping[str, tuple[Slot, ...]]] = slot_table(
    (
        ("fast_depends", "Depends", "0:dependency"),
        ("fastapi", "Depends Security", "0:dependency"),
        ("fastapi.param_functions", "Depends Security", "0:dependency"),
        ("taskiq_dependencies", "Depends", "0:dependency"),
    )
)
"""Defaults in whose place a framework puts what the given function gives, awaited or entered if need be."""

OFFLOADED: Final[Mapping[str, tuple[Slot, ...]]] = slot_table(
    (
        ("fastapi", "Depends Security", "0:dependency"),
        ("fastapi.BackgroundTasks", "add_task", "0:func"),
        ("fastapi.FastAPI", "add_api_route", "1:endpoint"),
        ("fastapi.applications.FastAPI", "add_api_route", "1:endpoint"),
        ("fastapi.background.BackgroundTasks", "add_task", "0:func"),
        ("fastapi.param_functions", "Depends Security", "0:dependency"),
        ("fastapi.routing.APIRouter", "add_api_route", "1:endpoint"),
        ("starlette.background", "BackgroundTask", "0:func"),
        ("starlette.background.BackgroundTasks", "add_task", "0:func"),
        ("starlette.routing", "Route", "1:endpoint"),
        ("starlette.routing.Router", "add_route", "1:endpoint"),
    )
)
"""Parameters that take a function of either color, and call a sync one on a thread."""

EITHER_BASES: Final = re.compile(r"_pb2_grpc\.\w+Servicer$")
"""Classes that a generator writes with plain methods, and whose overrides may have either color, as the server has."""
