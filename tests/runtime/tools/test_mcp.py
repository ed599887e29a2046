"""Servers of tools as real processes, over stdio and HTTP, asked from agents of either color on any loop."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from duotone import offload
from duotone.errors import BadInput, MissingExtra, ServerFailed, WouldDeadlock
from duotone.runtime import Risk, Toolbox, ToolContext
from duotone.runtime.messages import ToolCall
from duotone.runtime.outcomes import Outcome
from duotone.runtime.tools.mcp import AsyncMcpServer, McpServer
from duotone.runtime.tools.mcp.answers import answered
from tests.runtime.tools.calls import FACES, Caller

PROGRAM = str(Path(__file__).with_name("mcp_server.py"))
COMMAND = [sys.executable, PROGRAM]


def children() -> set[int]:
    return {child.pid for child in psutil.Process().children(recursive=True) if PROGRAM in " ".join(_line(child))}


def _line(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([*COMMAND, str(port)], stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            break
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port}/mcp"
    process.kill()
    process.wait()


@pytest.fixture(scope="module")
def shelf() -> Iterator[McpServer]:
    with McpServer(command=COMMAND, timeout=20.0) as server:
        yield server


@pytest.fixture(scope="module")
def remote(url: str) -> Iterator[McpServer]:
    with McpServer(url=url, headers={"X-Who": "test"}, trusted=True, prefix="books", locks=("books",)) as server:
        yield server


@FACES
def test_a_sync_program_calls_the_tools_of_a_process(face: str, shelf: McpServer) -> None:
    caller = Caller(face, *shelf.tools)
    assert caller.answer("add", first=1, second=2) == "3"
    first = int(caller.answer("shelf_count"))
    assert caller.answer("shelf_count") == str(first + 1)
    assert caller.answer("fail", reason="x").startswith("fail failed: ToolFailed: fail says: Error executing")
    assert "second" in caller.answer("add", first=1)
    assert caller.answer("picture") == "(image: 4 bytes of image/png, which is no text)"


@FACES
def test_a_sync_program_calls_the_tools_of_a_server_over_http(face: str, remote: McpServer) -> None:
    caller = Caller(face, *remote.tools)
    assert caller.answer("books_add", first=1, second=2) == "3"
    assert int(caller.answer("books_shelf_count")) < int(caller.answer("books_shelf_count"))


def test_an_async_program_calls_the_tools_of_a_server_side_by_side(url: str) -> None:
    async def main() -> list[Any]:
        async with AsyncMcpServer(url=url) as server:
            box = Toolbox(server.tools)
            calls = [ToolCall(str(number), "add", {"first": number, "second": 1}) for number in range(20)]
            return await asyncio.gather(*(box.bound(call, ToolContext("s")).unit.function() for call in calls))

    assert asyncio.run(main()) == [str(number + 1) for number in range(20)]


def test_the_tools_of_an_async_program_are_called_from_a_sync_agent_that_does_not_hold_up_their_loop() -> None:
    async def main() -> None:
        async with AsyncMcpServer(command=COMMAND) as server:
            caller = Caller("sync", *server.tools)
            assert await offload(caller.answer, "add", first=2, second=3) == "5"
            assert WouldDeadlock.__name__ in caller.answer("add", first=2, second=3)

    asyncio.run(main())


def test_a_server_that_is_closed_leaves_no_process() -> None:
    before = children()
    with McpServer(command=COMMAND) as server:
        assert len(children() - before) == 1
        tools = server.tools
    assert children() == before
    assert "is not connected" in Caller("sync", *tools).answer("add", first=1, second=2)


def test_a_server_that_dies_fails_its_calls_and_nothing_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "hunter2")
    with McpServer(command=COMMAND, env={"SHELF": "1"}) as server:
        caller = Caller("sync", *server.tools)
        names = caller.answer("environment").split()
        assert "SHELF" in names
        assert "SECRET_KEY" not in names  # a process gets no more of the environment than it is given
        assert caller.attempt("die").outcome is Outcome.FAILED
        assert "ServerFailed" in caller.answer("add", first=1, second=2)
        assert "ServerFailed" in Caller("async", *server.tools).answer("add", first=1, second=2)


@FACES
def test_a_tool_of_a_server_that_hangs_is_stopped_and_the_next_call_works(face: str, shelf: McpServer) -> None:
    tools = Toolbox(shelf.tools)
    hang = replace(tools["hang"], unit=replace(tools["hang"].unit, timeout=0.2))
    caller = Caller(face, hang, tools["add"])
    assert caller.attempt("hang").outcome in {Outcome.TIMED_OUT, Outcome.ABANDONED}
    assert caller.answer("add", first=1, second=2) == "3"


def test_what_a_server_says_of_its_harmlessness_counts_if_it_is_trusted(shelf: McpServer, remote: McpServer) -> None:
    tools = Toolbox(shelf.tools)
    assert (tools["add"].risk, tools["add"].unit.idempotent) == (Risk.UNKNOWN, False)
    assert tools["shelf_count"].risk is Risk.IRREVERSIBLE
    tools = Toolbox(remote.tools)
    assert (tools["books_add"].risk, tools["books_add"].unit.idempotent) == (Risk.READ, True)
    assert tools["books_shelf_count"].risk is Risk.IRREVERSIBLE
    assert tools["books_add"].locks == ("books",)
    assert tools["books_add"].description == "Add two numbers."


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ({"command": ["no-such-command-at-all"]}, "No such file"),
        ({"command": [sys.executable, "-c", "raise SystemExit('out of books')"]}, "it wrote: out of books"),
        ({"command": [sys.executable, "-c", "import time; time.sleep(60)"], "start_timeout": 0.5}, "within 0.5 s"),
        ({"url": "http://127.0.0.1:9/mcp?key=secret"}, "'http://127.0.0.1:9/mcp' can't be used"),
    ],
)
def test_a_server_that_does_not_work_is_told_of_when_it_is_opened(where: dict[str, Any], said: str) -> None:
    before = {child.pid for child in psutil.Process().children()}
    with pytest.raises(ServerFailed) as caught, McpServer(**where):
        pass
    assert said in str(caught.value)
    assert {child.pid for child in psutil.Process().children()} <= before


def test_opening_that_is_cancelled_leaves_no_process() -> None:
    async def main() -> None:
        async with AsyncMcpServer(command=[sys.executable, "-c", "import time; time.sleep(60)"]):
            pass

    async def cancelled() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(main(), 0.5)

    before = {child.pid for child in psutil.Process().children()}
    asyncio.run(cancelled())
    assert {child.pid for child in psutil.Process().children()} <= before


@pytest.mark.parametrize("where", [{}, {"command": COMMAND, "url": "http://x"}, {"command": []}])
def test_a_server_is_a_command_or_a_url(where: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="one of them, and not both"):
        McpServer(**where)


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    with pytest.raises(MissingExtra, match=r"duotone\[mcp\]"), McpServer(command=COMMAND):
        pass


def block(**parts: Any) -> Any:
    return SimpleNamespace(**parts)


@pytest.mark.parametrize(
    ("content", "structured", "seen"),
    [
        ([block(type="text", text="a"), block(type="text", text="b")], {"result": 1}, "a\nb"),
        ([], {"result": 1}, {"result": 1}),
        ([], None, ""),
        ([block(type="resource_link", name="book", uri="file://b")], None, "(book: file://b)"),
        ([block(type="resource", resource=block(text="words", uri="x"))], None, "words"),
        ([block(type="resource", resource=block(uri="x"))], None, "(x, which is no text)"),
    ],
)
def test_every_kind_of_content_can_be_read(content: list[Any], structured: Any, seen: Any) -> None:
    assert answered("look", block(content=content, structured_content=structured, is_error=False)) == seen
