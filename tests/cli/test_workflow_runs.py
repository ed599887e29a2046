"""`duotone workflow run` and `resume` with real processes: outputs, failures, Ctrl-C, and going on afterwards."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Project

UNITS = """
import asyncio
import pathlib
import time


def greet(name, times):
    return {"text": " ".join([f"Hello {name}!"] * times)}


async def shout(text):
    await asyncio.sleep(0)
    return text.upper()


def fail_once(mark="mark"):
    if not pathlib.Path(mark).exists():
        pathlib.Path(mark).touch()
        raise ValueError("not yet")
    return "second time"


def wait(mark="waiting"):
    pathlib.Path(mark).touch()
    time.sleep(30)
"""
GREET = """
name: greet
inputs: {name: string, times: {type: integer, default: 1}}
steps:
  - {id: greet, function: "deeds:greet", with: {name: "${{ inputs.name }}", times: "${{ inputs.times }}"}}
  - {id: shout, function: "deeds:shout", needs: [greet], with: {text: "${{ steps.greet.outputs.text }}"}}
outputs: {said: "${{ steps.shout.outputs }}"}
"""
FAIL = "{name: fail, steps: [{id: try_it, function: 'deeds:fail_once'}], outputs: {x: '${{ steps.try_it.outputs }}'}}"
WAIT = "{name: wait, steps: [{id: wait, function: 'deeds:wait', idempotent: true}]}"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    for name, text in {"deeds.py": UNITS, "greet.yaml": GREET, "fail.yaml": FAIL, "wait.yaml": WAIT}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-P", "-m", "duotone", "workflow", *arguments]


def duotone(place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(*arguments), cwd=place, capture_output=True, text=True, check=False, timeout=50)


def test_a_run_prints_its_outputs_and_nothing_else_in_a_pipe(place: Path) -> None:
    done = duotone(place, "run", "greet.yaml", "--input", "name=Ann", "--input", "times=2")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == {"said": "HELLO ANN! HELLO ANN!"}


def test_inputs_come_from_a_file_too_and_options_win(place: Path) -> None:
    (place / "in.json").write_text('{"name": "Bob", "times": 3}', encoding="utf-8")
    done = duotone(place, "run", "greet.yaml", "--inputs", "in.json", "--input", "times=1", "--json", "--id", "r1")
    assert json.loads(done.stdout) == {
        "run": "r1",
        "status": "completed",
        "outputs": {"said": "HELLO BOB!"},
        "fault": None,
        "todo": [],
        "reason": "",
    }


def test_a_text_stays_a_text_where_the_input_is_one(place: Path) -> None:
    done = duotone(place, "run", "greet.yaml", "--input", "name=12")
    assert json.loads(done.stdout) == {"said": "HELLO 12!"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["greet.yaml"], "error: input 'name' is missing"),
        (["greet.yaml", "--input", "name=a", "--input", "times=many"], "error: input 'times' is a text"),
        (["greet.yaml", "--input", "nmae=a"], "error: input 'nmae' is none of workflow 'greet'; did you mean 'name'?"),
        (["greet.yaml", "--input", "name"], "error: --input name: has no value"),
        (["greet.yaml", "--inputs", "gone.json"], "error: --inputs gone.json: can't be read"),
        (["greet.yaml", "--inputs", "greet.yaml"], "error: --inputs greet.yaml: can't be read"),
        (["greet.yaml", "--inputs", "list.json"], "error: --inputs list.json: holds no object"),
        (["gone.yaml"], "error: gone.yaml: can't be read"),
    ],
)
def test_wrong_use_is_one_line_and_nothing_runs(
    project: Project, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    project.write("greet.yaml", GREET)
    project.write("list.json", "[]")
    done = project.run("workflow", "run", *arguments, "--db", "runs.db")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(said)
    assert len(done.err.splitlines()) == 1


def test_a_run_that_failed_says_why_and_how_to_go_on(place: Path) -> None:
    done = duotone(place, "run", "fail.yaml", "--db", "runs.db", "--id", "r1")
    assert (done.returncode, done.stdout) == (1, "")
    assert "not yet" in done.stderr
    assert "`duotone workflow resume r1 --log runs.db`" in done.stderr
    again = duotone(place, "resume", "r1", "--db", "runs.db")
    assert (again.returncode, json.loads(again.stdout)) == (0, {"x": "second time"})


def test_without_a_log_a_run_can_not_be_resumed_and_says_so(place: Path) -> None:
    done = duotone(place, "run", "fail.yaml")
    assert "its log was in memory" in done.stderr
    assert duotone(place, "resume", "r1").stderr.startswith("error: --log names no log")


def test_ctrl_c_cancels_and_says_how_to_go_on(place: Path) -> None:
    started = subprocess.Popen(
        command("run", "wait.yaml", "--db", "runs.db", "--id", "r1"), cwd=place, stderr=subprocess.PIPE, text=True
    )
    while not (place / "waiting").exists():
        assert started.poll() is None
    started.send_signal(signal.SIGINT)
    _, said = started.communicate(timeout=30)
    assert started.returncode == 130
    assert said == "cancelled; go on with `duotone workflow resume r1 --log runs.db`\n"


@pytest.mark.skipif(os.name == "nt", reason="a terminal of its own needs a pseudo-terminal")
def test_on_a_terminal_each_step_has_its_line(place: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    done = subprocess.run(
        command("run", "greet.yaml", "--input", "name=Ann"),
        cwd=place,
        stdout=subprocess.PIPE,
        stderr=theirs,
        check=True,
    )
    os.close(theirs)
    said = os.read(ours, 10_000).decode().replace("\r", "").splitlines()
    os.close(ours)
    assert [line.split(",")[0] for line in said] == ["  greet …", "  greet done", "  shout …", "  shout done"]
    assert json.loads(done.stdout) == {"said": "HELLO ANN!"}
