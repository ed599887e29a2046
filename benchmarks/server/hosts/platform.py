"""LangGraph's own server as its developers start it: threads and runs over HTTP, kept in memory."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from benchmarks.durable.servers import port_for, server
from benchmarks.measure import ROOT


def serve(folder: Path) -> None:
    graph = ROOT / "benchmarks" / "server" / "hosts" / "echo.py"
    settings = {"dependencies": ["."], "graphs": {"echo": f"{graph}:graph"}}
    (folder / "langgraph.json").write_text(json.dumps(settings))
    port = port_for(folder, "langgraph")
    os.environ |= {"LOG_LEVEL": "error", "LANGGRAPH_NO_VERSION_CHECK": "true"}
    command = [str(Path(sys.executable).with_name("langgraph")), "dev", "--no-browser", "--no-reload"]
    with server([*command, "--n-jobs-per-worker", "16", "--port", str(port)], port, folder, 120):
        print(f"http://127.0.0.1:{port}", flush=True)
        sys.stdin.read()
