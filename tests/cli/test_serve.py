"""`duotone serve` as a real process: what it says, what it answers, and how it ends."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from duotone.server.serving import CUT_OFF, OVERTIME
from tests.cli.conftest import Project
from tests.cli.terminals import in_terminal
from tests.meta.sources import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")


def environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith(("COVERAGE", "OPENAI", "DUOTONE"))}


@contextlib.contextmanager
def served(cwd: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server that has said where it is, and what it said."""
    command = [sys.executable, "-m", "duotone", "serve", "--port", "0", *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=cwd, stdout=pipe, stderr=pipe, text=True, env=environment()) as process:
        try:
            assert process.stdout is not None
            said = ""
            for line in process.stdout:
                said += line
                if line == "Ctrl-C stops it\n":
                    break
            yield process, said
        finally:
            process.kill()


def address(said: str) -> str:
    found = re.search(r"on (http://\S+)", said)
    assert found is not None, said
    return found[1]


def test_the_help_names_every_status_that_it_may_end_with(project: Project) -> None:
    told = project.run("serve", "--help").out
    codes = " ".join(told.partition("exit codes: ")[2].split())
    signals = (128 + signal.SIGINT, 128 + signal.SIGTERM)
    named = {int(number) for number in re.findall(r"\b\d+\b", codes)}
    assert named == {0, 1, 2, OVERTIME, CUT_OFF, *signals}


def get(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=20) as answer:  # noqa: S310  # our own
        return json.load(answer)


def test_there_is_something_to_see_within_ten_seconds(tmp_path: Path) -> None:
    began = time.monotonic()
    command = [sys.executable, "-m", "duotone", "serve", "--demo", "--port", "0"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True, env=environment()) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        assert re.fullmatch(r"duotone \S+ serves duotone-demo\.db on http://127\.0\.0\.1:\d+\n", first)
        assert time.monotonic() - began < 10
        process.kill()


def test_the_demo_says_what_is_there_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    with served(tmp_path, "--demo") as (process, said):
        assert [word in said for word in ("session review", "workflow report-1", "saga order-7", "agent demo")] == [
            True
        ] * 4
        session = get(f"{address(said)}/api/sessions/review")
        assert {one["id"] for one in session["participants"]} == {"ann", "clerk", "guest", "builder"}
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
    assert (tmp_path / "duotone-demo.db").exists()


def test_in_a_terminal_the_address_comes_first_and_nothing_else_is_said(tmp_path: Path) -> None:
    with in_terminal(tmp_path, "serve", "--demo", "--port", "0") as terminal:
        terminal.expect("Ctrl-C stops it\r\n")
        assert get(f"{address(terminal.text)}/api/sessions")["items"]
        terminal.type("\x03")
        terminal.expect("stopped")
        assert terminal.end() == 0
    lines = terminal.text.splitlines()
    assert lines[0].startswith("duotone ")
    assert " on http://127.0.0.1:" in lines[0]
    assert lines[-2:] == ["^C", "stopped"]
    assert not [line for line in lines if line.startswith("{")]


def test_without_a_terminal_lines_for_machines_come_after_the_address(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "duotone", "serve", "--demo", "--port", "0", "--idle", "1"]
    pipe, same = subprocess.PIPE, subprocess.STDOUT
    done = subprocess.run(command, cwd=tmp_path, stdout=pipe, stderr=same, text=True, env=environment(), check=True)
    said = done.stdout.splitlines()
    assert address(said[0])
    machine = [line.startswith("{") for line in said]
    assert machine.index(True) > said.index("Ctrl-C stops it") > said.index("it ends once nobody has asked for 1 s")


def test_a_port_that_is_taken_is_all_that_is_said_and_nothing_is_seeded(project: Project) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = project.run("serve", "--demo", "--port", str(port))
    assert (done.code, done.out) == (2, "")
    why = f"input 'port' is {port}, on which 127.0.0.1 can't listen (Address already in use)"
    assert done.err == f"error: {why}; name another one, or 0 for any that is free\n"
    assert list(project.root.iterdir()) == []


def test_two_servers_of_one_log_see_the_same(tmp_path: Path) -> None:
    with served(tmp_path, "--demo") as (_, first), served(tmp_path, "--demo") as (_, second):
        assert get(f"{address(first)}/api/sessions/review") == get(f"{address(second)}/api/sessions/review")


def test_a_server_of_ones_own_has_its_agents(tmp_path: Path) -> None:
    (tmp_path / "agents.py").write_text("def echo(turn):\n    return turn.text\n", encoding="utf-8")
    with served(tmp_path, "--agent", "echo=agents:echo", "--memory", "--commands", ".") as (process, said):
        assert "serves a log in memory on http://127.0.0.1:" in said
        [agent] = get(f"{address(said)}/api/agents")
        assert (agent["name"], agent["tools"]) == ("echo", ["terminal", "process"])
        assert get(f"{address(said)}/readyz")["status"] == "ready"
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    assert not (tmp_path / "duotone.db").exists()


def test_a_server_that_nobody_asks_ends_by_itself(tmp_path: Path) -> None:
    with served(tmp_path, "--idle", "1") as (process, _):
        assert process.wait(30) == 0


def test_what_to_try_can_be_typed_where_nobody_has_put_duotone_on_the_path(tmp_path: Path) -> None:
    script = Path(sys.executable).with_name("duotone")
    for path, name in ((os.defpath, os.path.relpath(script, tmp_path)), (str(script.parent), "duotone")):
        command = [sys.executable, "-m", "duotone", "serve", "--demo", "--once", "--log", "demo.db"]
        env = {**environment(), "PATH": path}
        done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=True)
        assert f"  {name} saga show order-7 --log demo.db\n" in done.stdout


def test_the_demo_can_be_seeded_and_told_of_once(project: Project) -> None:
    done = project.run("serve", "--demo", "--once", "--log", "demo.db")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("what is there, in demo.db\n")
    assert "duotone saga show order-7 --log demo.db\n" in done.out
    assert project.run("saga", "show", "order-7", "--log", "demo.db").code == 0
    assert project.run("serve", "--demo", "--once", "--log", "demo.db").out == done.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--once"], "error: --once seeds a log and ends; give it together with --demo"),
        (["--demo", "--memory"], "error: --demo seeds a log, and --memory keeps none; leave one of them out"),
        (["--agent", "agents:echo"], "error: --agent agents:echo: has no name; write --agent NAME=agents:echo"),
        (["--agent", "x=nothing"], "error: 'nothing' names no agent; write MODULE:NAME"),
        (["--port", "70000"], "error: argument --port: '70000' is no port; take a number from 0 to 65535"),
        (["--check", "nowhere"], "error: --check nowhere: there is no such directory"),
        (["--drain", "-1"], "error: argument --drain: '-1' is no time; take a number of seconds over 0"),
        (["--idle", "nan"], "error: argument --idle: 'nan' is no time; take a number of seconds over 0"),
        (["--host", "0.0.0.0"], "error: "),  # noqa: S104  # refused is the point
    ],
)
def test_what_can_not_be_served_is_one_line_and_exit_2(arguments: list[str], said: str, project: Project) -> None:
    done = project.run("serve", *arguments)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith(said)


def test_a_log_that_can_not_be_opened_is_one_line_and_exit_2(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "duotone", "serve", "--port", "0", "--log", "nowhere/a.db"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=50, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("error: the log nowhere/a.db can't be written")


def make(*arguments: str, timeout: float = 50) -> subprocess.CompletedProcess[str]:
    command = [
        "make",
        "--no-print-directory",
        "-o",
        str(Path(sys.prefix, ".installed-run")),
        f"VENV={sys.prefix}",
        "run",
    ]
    return subprocess.run(
        [*command, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env=environment(),
        timeout=timeout,
        check=False,
    )


@pytest.mark.skipif(not (ROOT / "Makefile").exists(), reason="needs a checkout")
def test_make_run_seeds_the_demo_or_takes_the_tour(tmp_path: Path) -> None:
    done = make(f"ARGS=--once --log {tmp_path}/demo.db")
    assert (done.returncode, done.stderr) == (0, "")
    assert "saga order-7" in done.stdout
    done = make("ARGS=--tour --list")
    assert (done.returncode, done.stderr) == (0, "")
    assert "deadlock" in done.stdout


def test_make_run_without_a_terminal_ends_by_itself(tmp_path: Path) -> None:
    done = make(f"ARGS=--idle 1 --port 0 --log {tmp_path}/demo.db")
    assert done.returncode == 0, done.stderr
    assert "Ctrl-C stops it" in done.stdout
