"""What mypy and pyright infer through each library's bridge."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.adapters import Absent
from benchmarks.probes.trial import ROOT, expect, last_line, point

if TYPE_CHECKING:
    from benchmarks.probes.trial import Trial

WORK = '''
import asyncio
from concurrent.futures import ThreadPoolExecutor


async def work(number: int, text: str) -> float:
    """Answer with a float."""
    await asyncio.sleep(0)
    return number + len(text)

'''

# How the two checkers name an argument that does not fit.
REPORTED = re.compile(r"arg-type|call-overload|reportArgumentType|reportCallIssue")
# Per library: its import, and one call with the arguments left open.
CALLS = {
    "duotone": ("import duotone", "duotone.run(work, {})"),
    "asgiref": ("from asgiref.sync import async_to_sync", "async_to_sync(work)({})"),
    "anyio": (
        "from anyio.from_thread import BlockingPortal\n\n\ndef portal() -> BlockingPortal: ...  # type: ignore",
        "portal().call(work, {})",
    ),
    "synchronicity": ("from wrapped import face", "face({})"),
    "greenback": ("import greenback", "greenback.await_(work({}))"),
    "nest-asyncio2": ("import nest_asyncio2\n\nnest_asyncio2.apply()", "asyncio.run(work({}))"),
    "fastcore": ("from fastcore.aio import run_sync", "run_sync(work({}))"),
    "new-thread": ("", "ThreadPoolExecutor(1).submit(asyncio.run, work({})).result()"),
    "asyncio-run": ("", "asyncio.run(work({}))"),
}
SYNCHRONIZED = """
import synchronicity

from plain import work

face = synchronicity.Synchronizer().wrap(work, name="face", target_module=__name__)
"""


@point("types inferred by mypy and pyright", limit=120)
def inferred_types(trial: Trial) -> None:
    """Both checkers infer the exact result, and both report an argument of a wrong type."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepared, call = CALLS[trial.adapter.key]
        good, bad = call.format('1, "a"'), call.format('"a", 1')
        (folder / "plain.py").write_text(WORK)
        source = f"from plain import work\n{prepared}\n\nreveal_type({good})\nwrong = {bad}\n"
        (folder / "snippet.py").write_text(WORK.split("async def", maxsplit=1)[0] + source)
        if trial.adapter.key == "synchronicity":
            generate_stub(folder)
        for checker, said in (("mypy", ask_mypy(folder)), ("pyright", ask_pyright(folder))):
            revealed = next((line for line in said if "eveal" in line or "Type of" in line), "")
            inferred = revealed.rsplit(" is ", maxsplit=1)[-1].strip("'\" ")
            expect(inferred == "float", f"{checker} infers {inferred or 'nothing'} and not float")
            expect(any(REPORTED.search(line) for line in said), f"{checker} accepts arguments of wrong types")


def generate_stub(folder: Path) -> None:
    """Make the stub that synchronicity's own guide asks for."""
    (folder / "wrapped.py").write_text(SYNCHRONIZED)
    done = run([sys.executable, "-m", "synchronicity.type_stubs", "wrapped"], folder)
    if "No module named" in done.stderr:
        msg = f"its stub generator needs more: {last_line(done.stderr)}"
        raise Absent(msg)
    expect(done.returncode == 0, f"its stub generator failed: {last_line(done.stderr)}")


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a tool in the folder of the snippet, with the project importable."""
    path = os.pathsep.join([str(folder), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    environment = os.environ | {"PYTHONPATH": path, "MYPYPATH": str(ROOT / "src")}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def ask_mypy(folder: Path) -> list[str]:
    """Return mypy's messages about the snippet."""
    done = run([sys.executable, "-m", "mypy", "--no-incremental", "--no-pretty", "snippet.py"], folder)
    return [line for line in done.stdout.splitlines() if line.startswith("snippet.py")]


def ask_pyright(folder: Path) -> list[str]:
    """Return pyright's messages about the snippet."""
    settings = {"extraPaths": [str(ROOT / "src")], "include": ["snippet.py"]}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable]
    found = json.loads(run(command, folder).stdout)["generalDiagnostics"]
    return [f"{one.get('rule', '')} {one['message']}" for one in found]
