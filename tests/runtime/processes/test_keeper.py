"""The keeper by itself, as a program that is given an order; also where the system has less to offer."""

from __future__ import annotations

import json
import marshal
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from duotone.runtime.processes.kin import start_mark
from duotone.runtime.processes.launching import boot
from duotone.runtime.processes.segments import Segments
from duotone.runtime.processes.traces import as_json, write_once
from tests.runtime.processes.stage import MARK, alive, until

ELSEWHERE = "from duotone.runtime.processes import kin; kin.IS_LINUX = False; "
"""On a system without /proc, and without a way to be the parent of orphans."""


def started(tmp_path: Path, mark: str, command: str, setup: str = "", **order: Any) -> subprocess.Popen[bytes]:
    """Start a keeper with an order, and return when its command runs."""
    given = {
        "argv": ["/bin/sh", "-c", command],
        "cwd": "/",
        "env": {"PATH": os.environ["PATH"], MARK: mark},
        "segment": 1024,
        "segments": 3,
        "grace": 0.2,
        "timeout": None,
        "host": None,
        "has_input": False,
        "waits": False,
    }
    code = f"import sys; from duotone.runtime.processes import keeper; {setup}keeper.main(sys.argv[1])"
    keeper = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert keeper.stdin is not None
    assert keeper.stdout is not None
    keeper.stdin.write(marshal.dumps({**given, **order}))
    keeper.stdin.close()
    keeper.stdout.read()
    keeper.stdout.close()
    return keeper


def ended(keeper: subprocess.Popen[bytes], tmp_path: Path) -> Any:
    """Wait for the keeper, and return what it has said last."""
    assert keeper.wait(30) == 0
    return json.loads((tmp_path / "exit.json").read_text())


@pytest.mark.parametrize("setup", ["", ELSEWHERE])
def test_a_keeper_says_how_its_command_ended(tmp_path: Path, mark: str, setup: str) -> None:
    keeper = started(tmp_path, mark, "echo hi; exit 3", setup)
    said = ended(keeper, tmp_path)
    assert (said["code"], said["reason"], said["bytes"]) == (3, None, 3)
    assert (tmp_path / "output.0").read_text() == "hi\n"


@pytest.mark.parametrize("setup", ["", ELSEWHERE])
def test_a_keeper_ends_what_is_left_of_a_group(tmp_path: Path, mark: str, setup: str) -> None:
    said = ended(started(tmp_path, mark, "sleep 100 & exit 3", setup), tmp_path)
    assert (said["code"], said["left"]) == (3, 1)
    assert alive(mark) == []


@pytest.mark.parametrize("setup", ["", ELSEWHERE])
def test_a_keeper_ends_a_command_whose_time_is_up(tmp_path: Path, mark: str, setup: str) -> None:
    keeper = started(tmp_path, mark, "trap '' TERM; while :; do sleep 0.05; done", setup, timeout=0.3)
    said = ended(keeper, tmp_path)
    assert (said["code"], said["reason"]) == (-signal.SIGKILL, "timeout")
    assert alive(mark) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGUSR2])
def test_a_keeper_ends_its_command_when_it_is_told_to(tmp_path: Path, mark: str, number: int) -> None:
    keeper = started(tmp_path, mark, "sleep 100 & sleep 100", waits=True)
    keeper.send_signal(number)
    assert ended(keeper, tmp_path)["reason"] == "killed"
    assert alive(mark) == []


@pytest.mark.parametrize("setup", ["", ELSEWHERE])
def test_a_keeper_waits_for_what_its_command_leaves(tmp_path: Path, mark: str, setup: str) -> None:
    keeper = started(tmp_path, mark, "(sleep 0.5; echo late) & exit 3", setup, waits=True)
    assert ended(keeper, tmp_path)["code"] == 3
    assert (tmp_path / "output.0").read_text() == "late\n"


def test_a_keeper_closes_the_input_when_it_is_told_to(tmp_path: Path, mark: str) -> None:
    keeper = started(tmp_path, mark, "cat; exit 4", has_input=True)
    keeper.send_signal(signal.SIGUSR1)
    assert ended(keeper, tmp_path)["code"] == 4
    assert not (tmp_path / "input").exists()


def test_a_tied_command_ends_with_its_host(tmp_path: Path, mark: str) -> None:
    keeper = started(tmp_path, mark, "sleep 100", host=1)
    assert ended(keeper, tmp_path)["reason"] == "its host has ended"


def test_what_can_not_be_started_is_said(tmp_path: Path, mark: str) -> None:
    keeper = started(tmp_path, mark, "", argv=["no-such-program"])
    assert keeper.wait(30) == 0
    assert "FileNotFoundError" in json.loads((tmp_path / "child.json").read_text())["error"]
    assert not (tmp_path / "exit.json").exists()


def test_a_keeper_that_comes_late_starts_nothing(tmp_path: Path, mark: str) -> None:
    write_once(str(tmp_path / "keeper.json"), {})
    assert started(tmp_path, mark, "touch started", cwd=str(tmp_path)).wait(30) == 0
    assert not (tmp_path / "started").exists()
    assert not (tmp_path / "child.json").exists()


def test_a_keeper_that_fails_leaves_nothing_behind(tmp_path: Path, mark: str) -> None:
    failing = "keeper.Keeper._look_at_the_time = lambda self: 1 / 0; "
    keeper = started(
        tmp_path, mark, "sleep 100 & sleep 100", f"sys.stderr = open('/dev/null', 'w'); {failing}", timeout=0.1
    )
    assert keeper.wait(30) == 1
    until(lambda: not alive(mark))


def test_a_full_disk_ends_no_command(tmp_path: Path, mark: str) -> None:
    full = "keeper.Segments.write = lambda self, data: exec('raise OSError(28)'); "
    assert ended(started(tmp_path, mark, "echo lost; exit 3", full), tmp_path)["code"] == 3


def test_of_an_output_the_first_file_and_the_last_stay(tmp_path: Path) -> None:
    segments = Segments(str(tmp_path), 4, 3)
    segments.write(memoryview(b"0123456789abcdefghij"))
    assert segments.total == 20
    kept = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert kept == {"output.0": b"0123", "output.4": b"ghij", "output.5": b""}
    os.close(segments._file)


def test_a_process_is_told_from_all_that_have_had_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = start_mark(os.getpid())
    assert mine == start_mark(os.getpid()) != start_mark(1)
    assert start_mark(2**22 + 1) is None
    monkeypatch.setattr("duotone.runtime.processes.kin.IS_LINUX", False)
    assert start_mark(os.getpid()) not in {None, mine}
    assert start_mark(2**22 + 1) is None


def test_a_keeper_loads_nothing_that_takes_longer_than_itself(tmp_path: Path) -> None:
    code = "import sys; print(*sorted(sys.modules))"
    said = subprocess.run(boot(tmp_path, code), capture_output=True, text=True, check=True).stdout.split()
    assert "duotone.runtime.processes.keeper" in said
    assert {"contextlib", "ctypes", "enum", "json", "re", "signal", "typing"} & set(said) == set()


@pytest.mark.parametrize(
    "data",
    [
        {"error": 'a "quoted" \\ back\nslash', "pid": 7, "since": None, "at": 1.5e9, "is_left": True, "pids": [1, 2]},
        ["\ud800 alone", "\U0001f600 and é", "", {}, [], {"a": {"b": [None, False]}}],
    ],
)
def test_what_keepers_write_is_what_others_read(data: Any) -> None:
    assert json.loads(as_json(data)) == data


def test_what_no_file_can_have_is_refused() -> None:
    with pytest.raises(TypeError, match="can't have set in it"):
        as_json({"a": set()})
