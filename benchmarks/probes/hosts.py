"""Real hosts with a loop of their own: FastAPI under uvicorn, and a Jupyter kernel."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import tempfile
import threading
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from benchmarks.probes.trial import ROOT, Refused, describe, expect, point
from benchmarks.probes.values import double

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.probes.trial import Trial

REQUESTS = 8


def told(work: Callable[[], Any]) -> dict[str, Any]:
    """Put the end of a call into a response, so that a refusal is not a bare 500."""
    try:
        return {"value": work()}
    except Refused as refused:
        return {"refused": str(refused)}
    except Exception as error:  # noqa: BLE001 - the response tells
        return {"failed": describe(error)}


def ask(trial: Trial, app: Any) -> None:
    """Serve ``app`` on the loopback and ask it one by one, then all at once."""
    with trial.adapter.ready(), serving(app) as port:

        def get(number: int) -> dict[str, Any]:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/{number}", timeout=10) as response:
                return dict(json.load(response))

        with ThreadPoolExecutor(REQUESTS) as pool:
            answers = [(1, get(1)), (2, get(2)), *zip(range(REQUESTS), pool.map(get, range(REQUESTS)), strict=True)]
    for number, answer in answers:
        if "refused" in answer:
            raise Refused(answer["refused"])
        expect("failed" not in answer, str(answer.get("failed")))
        expect(answer["value"] == number * 2, f"another value: {answer}")


@contextlib.contextmanager
def serving(app: Any) -> Iterator[int]:
    """Run uvicorn on a thread and a free port until the block is left."""
    import uvicorn

    # uvicorn's own choice would be uvloop where it is installed; that has a point of its own.
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", loop="asyncio", lifespan="off"))
    with socket.create_server(("127.0.0.1", 0)) as bound:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
        thread.start()
        yield bound.getsockname()[1]
        server.should_exit = True
        thread.join(5)


@point("FastAPI async handler", limit=30)
def fastapi_async(trial: Trial) -> None:
    """An ``async def`` handler calls sync code that calls a coroutine."""
    from fastapi import FastAPI

    app = FastAPI()

    @app.get("/{number}")
    async def handle(number: int) -> dict[str, Any]:
        return dict(await trial.adapter.inside(lambda: told(lambda: trial.run(double, number))))

    ask(trial, app)


@point("FastAPI sync handler", limit=30)
def fastapi_sync(trial: Trial) -> None:
    """A ``def`` handler, which FastAPI puts on a worker thread, calls a coroutine."""
    from fastapi import FastAPI

    app = FastAPI()

    @app.get("/{number}")
    def handle(number: int) -> dict[str, Any]:
        return told(lambda: trial.run(double, number))

    ask(trial, app)


CELL = """
from benchmarks.peers import ADAPTERS
from benchmarks.probes.trial import Refused, Trial
from benchmarks.probes.values import double as work
trial = Trial(ADAPTERS[{key!r}]())
ready = trial.adapter.ready()
ready.__enter__()
"""

CALL = """
try:
{cell}
except Refused as refused:
    print("refused", refused)
else:
    print("value", result)
"""


@point("Jupyter cell", limit=60)
def jupyter(trial: Trial) -> None:
    """A cell of a real kernel calls a coroutine, and the next cell does so again."""
    from jupyter_client.manager import start_new_kernel

    with tempfile.TemporaryDirectory() as folder:
        # A kernel reads the settings of whoever runs it; this one gets an empty home for them.
        os.environ.update({"IPYTHONDIR": folder, "JUPYTER_RUNTIME_DIR": folder, "JUPYTER_PLATFORM_DIRS": "1"})
        manager, client = start_new_kernel(startup_timeout=30, cwd=str(ROOT), env=os.environ | {"PYTHONPATH": path()})
        try:
            said = [execute(client, CELL.format(key=trial.adapter.key))]
            cell = "\n".join(f"    {line}" for line in trial.adapter.cell.splitlines())
            said += [execute(client, CALL.format(cell=cell)) for _ in range(2)]
        finally:
            client.stop_channels()
            manager.shutdown_kernel(now=True)
    for text in said[1:]:
        if text.startswith("refused"):
            raise Refused(text.removeprefix("refused").strip())
        expect(text == "value 42", text)


def path() -> str:
    """Return the import path of this process with the root of the project in front."""
    return os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)


def execute(client: Any, code: str) -> str:
    """Run one cell and return what it printed, or its error."""
    printed: list[str] = []

    def note(message: dict[str, Any]) -> None:
        content = message["content"]
        if message["msg_type"] == "stream" and content["name"] == "stdout":
            printed.append(content["text"])
        if message["msg_type"] == "error":
            printed.append(f"{content['ename']}: {content['evalue']}")

    try:
        client.execute_interactive(code, timeout=8, output_hook=note)
    except TimeoutError:
        return "the cell hangs"
    return " ".join("".join(printed).split())[:140]
