"""The runtime over HTTP: sessions, runs, conversations and approvals as resources, with bearer tokens and tenants.

From the bottom up: `tenancy` and `tokens` say whose a session is and who asks; `ground` holds what is served; `asking`
and `problems` are what every route begins and may end with; `schemas` are the bodies; `routes` has a module for each
resource; `app` puts it together. Beside them, `frames`, `history` and `tail` make streams of the log, which `sse` and
`websocket` send. `openai` speaks as OpenAI's routes do. `health`, `metrics`, `logs`, `telemetry` and `observing` are
for operators. `serving` is the process, and `recovering` goes on with what an earlier one has left.
The names are loaded when they are first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from duotone.errors import MissingExtra

if TYPE_CHECKING:
    from duotone.server.app import create_app
    from duotone.server.ground import AgentEntry, Ground, Settings
    from duotone.server.tokens import Tokens

__all__ = ["AgentEntry", "Ground", "Settings", "Tokens", "create_app"]

_HOMES = {"AgentEntry": "ground", "Ground": "ground", "Settings": "ground", "Tokens": "tokens", "create_app": "app"}


def __getattr__(name: str) -> object:
    """Load what was asked for, and keep it; raises `MissingExtra` where FastAPI is not installed."""
    if name not in _HOMES:
        message = f"module 'duotone.server' has no attribute {name!r}"
        raise AttributeError(message)
    try:
        value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "duotone":
            raise
        feature, extra = "duotone.server", "server"
        raise MissingExtra(feature, extra) from error
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List what can be asked for."""
    return sorted({*globals(), *__all__})
