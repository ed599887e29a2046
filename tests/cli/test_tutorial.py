"""The tutorial, done from its first line to its last as a newcomer would, in an environment that its own lines make."""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.cli.pages import FENCE, alike, environment, typed_in
from tests.meta.sources import ROOT

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32" or shutil.which("bash") is None, reason="needs bash"),
    pytest.mark.skipif(not (ROOT / "pyproject.toml").exists(), reason="needs a checkout"),
    pytest.mark.timeout(300),
]

TUTORIAL = ROOT / "docs" / "tutorial.md"
CHECKOUT = ("pyproject.toml", "README.md", "LICENSE")
MOST_SECONDS = 300.0
OFFLINE = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
"""What lets pip install the checkout alone: the packages that it needs are those of the environment of the tests."""


class Model(BaseHTTPRequestHandler):
    """Speaks as a server of a model does, and always says the same."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # theirs
        pass

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        chunk = {"id": "c", "object": "chat.completion.chunk", "created": 0, "model": body["model"]}
        delta = {"role": "assistant", "content": f"{body['model']} is here."}
        lines = [{**chunk, "choices": [{"index": 0, "delta": delta, "finish_reason": "stop"}]}]
        text = "".join(f"data: {json.dumps(line)}\n\n" for line in lines) + "data: [DONE]\n\n"
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())


@pytest.fixture
def model() -> Iterator[str]:
    """Serve a model, and give its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Model) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()


class Newcomer:
    """One shell, into which the lines of the page are typed."""

    def __init__(self, place: Path, given: dict[str, str]) -> None:
        self.place = place
        pipe, same = subprocess.PIPE, subprocess.STDOUT
        self._shell = subprocess.Popen(
            ["bash", "--norc"],  # noqa: S607
            cwd=place,
            env=given,
            stdin=pipe,
            stdout=pipe,
            stderr=same,
            text=True,
            start_new_session=True,
        )

    def type(self, line: str) -> tuple[int, str]:
        """Type a line, and return its exit code and what it printed."""
        assert self._shell.stdin is not None
        assert self._shell.stdout is not None
        self._shell.stdin.write(f"{line}\necho @@ $?\n")
        self._shell.stdin.flush()
        said = ""
        for answer in self._shell.stdout:
            if answer.startswith("@@ "):
                return int(answer[3:]), said
            said += answer
        pytest.fail(f"the shell has ended: {said}")

    def leave(self) -> None:
        """Close the shell, with what it has started."""
        with self._shell:  # which closes its pipes, and waits
            self.type("kill $(jobs -p) 2>/dev/null; wait")


@pytest.fixture
def newcomer(tmp_path: Path) -> Iterator[Newcomer]:
    """Somebody with a checkout and nothing else."""
    place = tmp_path / "checkout"
    shutil.copytree(ROOT / "src", place / "src", ignore=shutil.ignore_patterns("__pycache__"))
    for name in CHECKOUT:
        shutil.copy(ROOT / name, place)
    given = {name: value for name, value in environment(tmp_path).items() if name != "PYTHONPATH"}
    given["PATH"] = f"{Path(sys.executable).parent}:{given['PATH'].partition(':')[2]}"
    one = Newcomer(place, {**given, **OFFLINE})
    yield one
    one.leave()


def lend_packages(place: Path) -> None:
    """Let an environment see the packages of ours, but not the duotone that is linked into that."""
    [packages] = (place / ".venv" / "lib").glob("python*/site-packages")
    (packages / "lent.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")


def lines_of(block: str) -> list[str]:
    """The commands of a block without the words beside them."""
    return [re.sub(r"\s+# .*", "", line) for line in block.splitlines()]


def do(newcomer: Newcomer, line: str, *, port: int) -> None:
    """Do what a line of a block of `sh` says: what talks is spoken to, and what serves goes on beside the rest."""
    line = line.replace("8600", str(port))
    if line.startswith("duotone serve"):
        newcomer.type(f"{line} --port {port} >served 2>&1 &")
        wait_for(newcomer.place / "served", "Ctrl-C stops it")
        return
    code, said = newcomer.type(f"{line} <<< hello" if line.startswith("duotone chat") else line)
    assert code == 0, f"{line}: {said}"
    assert "does not provide the extra" not in said
    if line.startswith("duotone chat"):
        expected = "gpt-5-mini is here.\n" if "--model" in line else "I print reports; ask me for one.\n"
        assert said == expected
    if "-m venv" in line:
        lend_packages(newcomer.place)


def wait_for(file: Path, words: str) -> None:
    deadline = time.monotonic() + 60
    while words not in (file.read_text(encoding="utf-8") if file.exists() else ""):
        assert time.monotonic() < deadline, file.read_text(encoding="utf-8")
        time.sleep(0.1)


def test_the_whole_page_can_be_done_in_under_five_minutes(newcomer: Newcomer, model: str) -> None:
    began = time.monotonic()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    newcomer.type(f"export OPENAI_BASE_URL={model}")
    languages: list[str] = []
    for block in FENCE.finditer(TUTORIAL.read_text(encoding="utf-8")):
        languages.append(block["language"])
        if block["title"]:
            (newcomer.place / block["title"]).write_text(block["body"], encoding="utf-8")
        elif block["language"] == "console":
            for step in typed_in(block["body"]):
                assert alike(newcomer.type(step.command)[1]) == alike(step.output), step.command
        else:
            for line in lines_of(block["body"]):
                do(newcomer, line, port=port)
    assert set(languages) == {"sh", "python", "console"}
    code, where = newcomer.type("python -c 'import duotone; print(duotone.__file__)'")
    assert code == 0
    assert where.startswith(str(newcomer.place / ".venv"))
    assert time.monotonic() - began < MOST_SECONDS
