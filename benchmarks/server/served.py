"""The servers that are measured, each in a process of its own: ``python -m benchmarks.server.served NAME LOG``."""

from __future__ import annotations

import socket
import sys


def duotone(log: str) -> None:
    """Serve one agent that answers at once, with every limit out of the way."""
    from duotone.runtime import ModelAgent, ScriptedModel
    from duotone.server import AgentEntry, Settings
    from duotone.server.serving import serve

    agent = AgentEntry(agent=ModelAgent(ScriptedModel(lambda request: request.messages[-1].text)))
    settings = Settings(log=log, port=0, rate=1e9, burst=10**9, concurrency=10**6, heartbeat=60.0)
    serve(settings, agents={"echo": agent}, on_ready=lambda url: print(url, flush=True))


def fastapi(log: str) -> None:
    """Serve the floor."""
    import uvicorn

    from benchmarks.server.floor import app

    listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False)).run([listener])


if __name__ == "__main__":
    {"duotone": duotone, "fastapi": fastapi}[sys.argv[1]](sys.argv[2])
