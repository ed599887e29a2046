"""`duotone chat` in a real terminal and in a pipe, with the scripted agent of the demo and with agents of one's own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from duotone.cli.chatting.items import Asked
from duotone.cli.chatting.screen import Screen
from tests.cli.conftest import Project
from tests.cli.terminals import in_terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal")

AGENTS = """
def echo(turn):
    return f"you said {turn.text}"


def broken(turn):
    raise ValueError("no idea")


def stubborn(turn):
    import time
    print("never stops", flush=True)
    time.sleep(60)


def price(item: str) -> str:
    "Say what something costs."
    return f"3 for {item}"


async def clerk(turn):
    return await turn.call("price", item=turn.text)
"""


def piped(cwd: Path, text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("OPENAI")}
    command = [sys.executable, "-m", "duotone", "chat", *arguments]
    return subprocess.run(
        command, cwd=cwd, input=text, capture_output=True, text=True, env=kept, timeout=50, check=False
    )


def test_in_a_pipe_the_answers_are_all_that_is_printed(tmp_path: Path) -> None:
    done = piped(tmp_path, "tea\n\ncoffee\n", "--memory")
    assert (done.returncode, done.stdout, done.stderr) == (0, "That is 3.20.\nThat is 4.10.\n", "")
    assert list(tmp_path.iterdir()) == []


def test_a_job_in_the_background_is_waited_for_and_told(tmp_path: Path) -> None:
    done = piped(tmp_path, "build\n", "--wait", "40")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "The build has begun. I'll tell you when it is done; go on with something else meanwhile.",
        "The build has ended with exit code 0.",
    ]


def test_who_leaves_is_told_what_goes_on_and_hears_of_it_after_coming_back(tmp_path: Path) -> None:
    done = piped(tmp_path, "build\n", "--id", "shop")
    first, back = done.stderr.splitlines()
    assert first.startswith("process-")
    assert " goes on: for part in 1 2 3" in first
    assert back.startswith("come back with `duotone chat --id shop` to hear of it")
    done = piped(tmp_path, "", "--id", "shop", "--wait", "40")
    assert (done.returncode, done.stdout) == (0, "The build has ended with exit code 0.\n")


def test_agents_and_tools_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "agents.py").write_text(AGENTS, encoding="utf-8")
    assert piped(tmp_path, "hi\n", "agents:echo", "--memory").stdout == "you said hi\n"
    assert piped(tmp_path, "tea\n", "agents:clerk", "--tool", "agents:price", "--memory").stdout == "3 for tea\n"
    done = piped(tmp_path, "hi\n", "agents:broken", "--memory")
    assert (done.returncode, done.stdout) == (1, "")
    assert "ValueError: no idea" in done.stderr


def test_an_approval_needs_somebody_who_is_there(tmp_path: Path) -> None:
    done = piped(tmp_path, "refund\n", "--memory")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("refund waits for an approval, and nobody is here to give it")


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        ("nothing", "error: 'nothing' names no agent; write MODULE:NAME"),
        ("json:nothing", "error: module 'json' has no"),
    ],
)
def test_an_agent_that_is_not_there_is_one_line(agent: str, said: str, project: Project) -> None:
    done = project.run("chat", agent)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(said)
    assert not (project.root / "duotone.db").exists()


@pytest.mark.parametrize("agent", [[], ["agents:echo"]])
def test_without_the_extra_it_says_which_one_is_missing(
    agent: list[str], project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write("agents.py", AGENTS)
    code = (
        f"import sys; sys.modules['pydantic'] = None; from duotone.cli import main; sys.exit(main(['chat', *{agent}]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=50)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: duotone chat needs the 'agents' extra: pip install 'duotone[agents]'\n"


def test_in_a_terminal_words_calls_and_news_are_shown(tmp_path: Path) -> None:
    with in_terminal(tmp_path, "chat") as terminal:
        terminal.expect("Ctrl-C interrupts, Ctrl-D leaves")
        terminal.expect("> ")
        terminal.type("build\r")
        terminal.expect("→ build_shop {}")
        terminal.expect("agent: The build has begun.")
        terminal.expect("> ")
        terminal.type("half a line")
        terminal.expect("process.completed: process")
        terminal.expect("agent: The build has ended with exit code 0.")
        terminal.expect("> half a line")
        terminal.type("\x15tea\r")
        terminal.expect("agent: That is 3.20.")
        terminal.expect("> ")
        terminal.type("\x04")
        assert terminal.end() == 0


def test_ctrl_c_interrupts_the_turn_and_not_the_program(tmp_path: Path) -> None:
    with in_terminal(tmp_path, "chat", "--memory") as terminal:
        terminal.expect("> ")
        terminal.type("think\r")
        terminal.expect("Thought 3 of 100")
        terminal.type("\x03")
        terminal.expect("interrupted; say something to go on")
        terminal.expect("> ")
        terminal.type("\x03")
        terminal.expect("Ctrl-D leaves")
        terminal.type("tea\r")
        terminal.expect("That is 3.20.")
        terminal.expect("> ")
        terminal.type("\x04")
        assert terminal.end() == 0
    assert "Traceback" not in terminal.text


def test_ctrl_c_interrupts_an_agent_that_nobody_can_stop(tmp_path: Path) -> None:
    (tmp_path / "agents.py").write_text(AGENTS, encoding="utf-8")
    with in_terminal(tmp_path, "chat", "agents:stubborn", "--memory") as terminal:
        terminal.expect("> ")
        terminal.type("hi\r")
        terminal.expect("never stops")
        terminal.type("\x03")
        terminal.expect("interrupted; say something to go on")
        terminal.expect("> ")
        terminal.type("\x04")
        terminal.end()
    assert "Traceback" not in terminal.text


@pytest.mark.parametrize(("answer", "said"), [("y", "agent: 3.20 given back"), ("n", "the user does not want it")])
def test_an_approval_is_asked_for_in_the_terminal(answer: str, said: str, tmp_path: Path) -> None:
    with in_terminal(tmp_path, "chat", "--memory") as terminal:
        terminal.expect("> ")
        terminal.type("refund\r")
        terminal.expect('refund {"amount": 3.2} waits for your approval')
        terminal.expect("> ")
        terminal.type(f"{answer}\r")
        terminal.expect(said)
        terminal.expect("> ")
        terminal.type("\x04")
        assert terminal.end() == 0


def test_why_a_call_waits_is_shown_without_what_a_terminal_would_obey(capsys: pytest.CaptureFixture[str]) -> None:
    Screen(is_terminal=True).show(Asked("c1", "refund", {}, "it is\x1b[2J final\nfor you"))
    assert "refund {} waits for your approval: it is [2J final for you\n" in capsys.readouterr().out
