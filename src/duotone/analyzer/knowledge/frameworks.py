"""Decorators by which a framework takes a function, the color it takes, and whether it keeps sync ones off the loop.

To add a decorator, add a row to `DECORATORS`: its module or class, its names, and what it takes. Where the class of an
object isn't known, the last part of the decorator's name decides (`REGISTERING`). The rows are sorted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from duotone.analyzer.knowledge.hooks import Asked
from duotone.analyzer.knowledge.rows import Slot, slot_table, spread

__all__ = [
    "DECORATORS",
    "INJECTED",
    "OFFLOADED",
    "REGISTERING",
    "Registration",
    "is_registering",
]


class Registration(NamedTuple):
    """What a decorator takes, and whether it moves sync functions off the loop by itself."""

    framework: str
    color: Asked
    offloads: bool = False


_FASTAPI = Registration("FastAPI", "either", offloads=True)
_STARLETTE = Registration("Starlette", "either", offloads=True)
_AIOHTTP = Registration("aiohttp", "async")
_CELERY = Registration("Celery", "sync")
_CLICK = Registration("Click", "sync")
_DISCORD = Registration("discord.py", "async")
_FASTMCP = Registration("FastMCP", "either")
_LITESTAR = Registration("Litestar", "either")
_MCP = Registration("MCP", "either")
_PYDANTIC_AI = Registration("Pydantic AI", "either", offloads=True)
_OPENAI = Registration("OpenAI Agents", "either")
_PYTEST = Registration("pytest", "either")
_QUART = Registration("Quart", "either", offloads=True)
_SANIC = Registration("Sanic", "either")
_TYPER = Registration("Typer", "sync")

_HTTP = "delete get head options patch post put"
_AGENT = "instructions output_validator system_prompt tool tool_plain"

DECORATORS: Final[Mapping[str, Registration]] = spread(
    (
        ("_pytest.fixtures", "fixture", _PYTEST),
        ("agents", "function_tool input_guardrail output_guardrail", _OPENAI),
        ("agents.guardrail", "input_guardrail output_guardrail", _OPENAI),
        ("agents.tool", "function_tool", _OPENAI),
        ("aiohttp.web", "middleware", _AIOHTTP),
        ("aiohttp.web.RouteTableDef", f"{_HTTP} route view", Registration("aiohttp", "either")),
        ("aiohttp.web_middlewares", "middleware", _AIOHTTP),
        ("aiohttp.web_routedef.RouteTableDef", f"{_HTTP} route view", Registration("aiohttp", "either")),
        ("celery", "shared_task", _CELERY),
        ("celery.Celery", "task", _CELERY),
        ("celery.app", "shared_task", _CELERY),
        ("celery.app.base.Celery", "task", _CELERY),
        ("click", "command group", _CLICK),
        ("click.Group", "command group", _CLICK),
        ("click.core.Group", "command group", _CLICK),
        ("click.decorators", "command group", _CLICK),
        ("discord.Client", "event", _DISCORD),
        ("discord.app_commands.CommandTree", "command context_menu error", _DISCORD),
        ("discord.app_commands.tree.CommandTree", "command context_menu error", _DISCORD),
        ("discord.client.Client", "event", _DISCORD),
        ("discord.ext.commands", "command group hybrid_command hybrid_group", _DISCORD),
        ("discord.ext.commands.Bot", "command group hybrid_command listen", _DISCORD),
        ("discord.ext.commands.Cog", "listener", _DISCORD),
        ("discord.ext.commands.cog.Cog", "listener", _DISCORD),
        ("discord.ext.commands.core", "command group", _DISCORD),
        ("discord.ext.commands.hybrid", "hybrid_command hybrid_group", _DISCORD),
        ("discord.ext.tasks", "loop", _DISCORD),
        ("dramatiq", "actor", Registration("Dramatiq", "either")),
        ("fastapi.APIRouter", f"{_HTTP} api_route trace", _FASTAPI),
        ("fastapi.APIRouter", "websocket websocket_route", Registration("FastAPI", "async")),
        ("fastapi.FastAPI", f"{_HTTP} api_route trace", _FASTAPI),
        ("fastapi.FastAPI", "exception_handler", _FASTAPI),
        ("fastapi.FastAPI", "on_event", Registration("FastAPI", "either")),
        ("fastapi.FastAPI", "middleware websocket", Registration("FastAPI", "async")),
        ("fastapi.applications.FastAPI", f"{_HTTP} api_route trace", _FASTAPI),
        ("fastapi.applications.FastAPI", "exception_handler", _FASTAPI),
        ("fastapi.applications.FastAPI", "on_event", Registration("FastAPI", "either")),
        ("fastapi.applications.FastAPI", "middleware websocket", Registration("FastAPI", "async")),
        ("fastapi.routing.APIRouter", f"{_HTTP} api_route trace", _FASTAPI),
        ("fastapi.routing.APIRouter", "websocket websocket_route", Registration("FastAPI", "async")),
        ("fastmcp.FastMCP", "prompt resource tool", _FASTMCP),
        ("fastmcp.server.server.FastMCP", "prompt resource tool", _FASTMCP),
        (
            "flask.Blueprint",
            f"{_HTTP} after_request before_request errorhandler route",
            Registration("Flask", "either"),
        ),
        ("flask.Flask", f"{_HTTP} after_request before_request errorhandler route", Registration("Flask", "either")),
        ("langchain_core.tools", "tool", Registration("LangChain", "either", offloads=True)),
        ("langchain_core.tools.convert", "tool", Registration("LangChain", "either", offloads=True)),
        ("litestar", "delete get head patch post put route websocket", _LITESTAR),
        ("litestar.handlers", "delete get head patch post put route websocket", _LITESTAR),
        ("litestar.handlers.http_handlers.base", "HTTPRouteHandler", _LITESTAR),
        ("litestar.handlers.http_handlers.decorators", "delete get head patch post put", _LITESTAR),
        ("litestar.handlers.websocket_handlers.route_handler", "WebsocketRouteHandler", _LITESTAR),
        ("mcp.server.MCPServer", "completion custom_route prompt resource tool", _MCP),
        (
            "mcp.server.Server",
            "call_tool get_prompt list_prompts list_resources list_tools",
            Registration("MCP", "async"),
        ),
        ("mcp.server.fastmcp.FastMCP", "completion custom_route prompt resource tool", _MCP),
        ("mcp.server.fastmcp.server.FastMCP", "completion custom_route prompt resource tool", _MCP),
        ("mcp.server.lowlevel.Server", "call_tool get_prompt list_prompts list_tools", Registration("MCP", "async")),
        ("mcp.server.mcpserver.MCPServer", "completion custom_route prompt resource tool", _MCP),
        ("mcp.server.mcpserver.server.MCPServer", "completion custom_route prompt resource tool", _MCP),
        ("nox", "session", Registration("nox", "sync")),
        ("prefect", "flow task", Registration("Prefect", "either")),
        ("pydantic_ai.Agent", _AGENT, _PYDANTIC_AI),
        ("pydantic_ai.agent.Agent", _AGENT, _PYDANTIC_AI),
        ("pytest", "fixture", _PYTEST),
        ("pytest_asyncio", "fixture", _PYTEST),
        ("pytest_asyncio.plugin", "fixture", _PYTEST),
        ("quart.Blueprint", f"{_HTTP} before_request route", _QUART),
        ("quart.Quart", f"{_HTTP} before_request route", _QUART),
        ("quart.Quart", "websocket", Registration("Quart", "async")),
        ("sanic.Blueprint", f"{_HTTP} middleware route websocket", _SANIC),
        ("sanic.Sanic", f"{_HTTP} listener middleware route websocket", _SANIC),
        ("socketio.AsyncServer", "event on", Registration("Socket.IO", "either")),
        ("starlette.applications.Starlette", "exception_handler route", _STARLETTE),
        ("starlette.applications.Starlette", "on_event", Registration("Starlette", "either")),
        ("starlette.applications.Starlette", "middleware websocket_route", Registration("Starlette", "async")),
        ("starlette.routing.Router", "on_event", Registration("Starlette", "either")),
        ("starlette.routing.Router", "route", _STARLETTE),
        ("temporalio.activity", "defn", Registration("Temporal", "either")),
        ("temporalio.workflow", "run signal update", Registration("Temporal", "either")),
        ("typer.Typer", "callback command", _TYPER),
        ("typer.main.Typer", "callback command", _TYPER),
    )
)
"""Decorators by name."""

REGISTERING: Final = frozenset(
    """
    activity actor after_request agent api_route before_request call_tool callback_query chat_join_request
    command connect consumer context_menu cron custom_route defn delete disconnect endpoint entrypoint error
    errorhandler event event_handler exception_handler fixture flow function_tool get get_prompt group handle
    handler head hook hybrid_command hybrid_group inline_query input_guardrail instructions job lifespan
    list_prompts list_resources list_tools listen listener loop message message_handler middleware mutation on
    on_event on_message on_shutdown on_startup on_update options output_guardrail output_validator patch
    periodic post prompt put query read_resource receiver register resource result_validator route rpc
    scheduled_job signal step subscribe subscriber subscription system_prompt task teardown_request tool
    tool_plain trace update websocket websocket_route workflow
    """.split()  # noqa: SIM905  # words, and many of them
)
"""Last parts of the names of decorators that hand the function to somebody else, who decides about its color."""


def is_registering(decorator: str) -> bool:
    """Whether a decorator, by its dotted text alone, hands the function to a framework."""
    owner, _, name = decorator.rpartition(".")
    return name in REGISTERING and (bool(owner) or name in {"fixture", "function_tool", "task", "tool"})


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
