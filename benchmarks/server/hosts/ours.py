"""duotone's server with one agent that answers at once, and every limit out of the way."""

from __future__ import annotations

from pathlib import Path

from duotone.runtime import ModelAgent, ScriptedModel
from duotone.server import AgentEntry, Settings
from duotone.server.serving import serve as serve_to_end


def serve(folder: Path) -> None:
    agent = AgentEntry(agent=ModelAgent(ScriptedModel(lambda request: request.messages[-1].text)))
    settings = Settings(
        log=folder / "log.db", port=0, rate=1e9, burst=10**9, concurrency=10**6, heartbeat=60.0, drain_seconds=1.0
    )
    serve_to_end(settings, agents={"echo": agent}, on_ready=lambda url: print(url, flush=True))
