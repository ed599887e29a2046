"""What a command may have: where it runs, what it gets of the environment, and what is written down of it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from duotone.errors import BadInput, BadTimeout, CommandRefused
from duotone.runtime import ProcessPolicy
from tests.runtime.processes.stage import Faced

SECRET = "sesame-open-9"  # noqa: S105  # a test's own


def written(path: Path) -> bytes:
    """All that is on the disk, but for what commands have printed."""
    found = bytearray()
    for one in path.parent.rglob("*"):
        with suppress(FileNotFoundError):  # a part of a file gets its name while we look
            found += one.read_bytes() if one.is_file() and not one.name.startswith("output.") else b""
    return bytes(found)


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", SECRET)
    monkeypatch.setenv("HARMLESS", "yes")


def test_a_command_runs_in_the_root_or_below(processes: Faced, tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    assert processes.run("pwd").output == f"{tmp_path}\n"
    assert processes.run("pwd", cwd="below").output == f"{tmp_path}/below\n"
    assert processes.run("pwd", cwd=tmp_path / "below").output == f"{tmp_path}/below\n"


@pytest.mark.parametrize("cwd", ["..", "/", "below/../..", "link"])
def test_a_directory_outside_of_the_root_is_refused(processes: Faced, tmp_path: Path, cwd: str) -> None:
    (tmp_path / "link").symlink_to("/tmp")  # noqa: S108
    with pytest.raises(CommandRefused, match="outside of the root"):
        processes.run("pwd", cwd=cwd)


def test_a_directory_that_is_not_there_is_refused(processes: Faced) -> None:
    with pytest.raises(CommandRefused, match="no directory 'nowhere'"):
        processes.start("pwd", cwd="nowhere")
    assert processes.list() == []


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"command": 5}, CommandRefused),
        ({"command": ["echo", 5]}, CommandRefused),
        ({"command": "true", "env": {"MODE": 5}}, CommandRefused),
        ({"command": "true", "timeout": -1}, BadTimeout),
        ({"command": "true", "timeout": "soon"}, BadTimeout),
        ({"command": "true", "watch": "ready"}, BadInput),
        ({"command": "true", "watch": ["ready", ""]}, BadInput),
    ],
)
def test_what_no_command_can_be_given_is_refused(processes: Faced, given: dict[str, Any], error: Any) -> None:
    with pytest.raises(error):
        processes.start(**given)
    assert processes.list() == []


def test_no_time_at_all_is_not_the_usual_time(processes: Faced) -> None:
    assert processes.run("sleep 60", timeout=0).reason == "timeout"


def test_without_a_root_a_command_runs_where_the_host_is() -> None:
    assert ProcessPolicy().request("pwd").cwd == str(Path.cwd())


def test_a_command_gets_of_the_host_only_what_is_allowed(processes: Faced) -> None:
    said = processes.run("env").output
    assert "PATH=" in said
    assert SECRET not in said
    assert "HARMLESS" not in said


def test_a_star_lets_no_secret_through_and_the_whole_name_does() -> None:
    assert "HARMLESS" in ProcessPolicy(passes=("*",)).request("x").env
    assert "SOME_API_KEY" not in ProcessPolicy(passes=("*",)).request("x").env
    assert ProcessPolicy(passes=("SOME_API_KEY",)).request("x").env["SOME_API_KEY"] == SECRET


def test_a_denied_variable_is_neither_passed_nor_taken() -> None:
    policy = ProcessPolicy(passes=("*",), denies=("HARM*",))
    assert "HARMLESS" not in policy.request("x").env
    with pytest.raises(CommandRefused, match="'HARMFUL' is denied"):
        policy.request("x", env={"HARMFUL": "1"})


def test_what_is_given_is_passed_and_only_its_name_is_in_the_log(processes: Faced, path: Path) -> None:
    info = processes.start("echo $MINE $MY_TOKEN", env={"MINE": "zebra-one", "MY_TOKEN": "zebra-two"})
    processes.wait(info.id, 20)
    assert processes.output(info.id).text == "zebra-one zebra-two\n"
    assert processes.events(info)[0].data["variables"] == ["MINE", "MY_TOKEN"]
    assert b"zebra" not in written(path)


def test_a_secret_in_a_command_is_not_written_down(processes: Faced, path: Path) -> None:
    info = processes.start(f"echo {SECRET} {'x' * 3}")
    processes.wait(info.id, 20)
    assert info.command == "echo [SOME_API_KEY] xxx"
    assert processes.output(info.id).text == f"{SECRET} xxx\n"
    assert SECRET.encode() not in written(path)


@pytest.mark.parametrize("command", ["", "  ", []])
def test_an_empty_command_is_refused(command: str) -> None:
    with pytest.raises(CommandRefused, match="it is empty"):
        ProcessPolicy().request(command)


def test_what_no_system_takes_is_refused() -> None:
    with pytest.raises(CommandRefused, match="null character"):
        ProcessPolicy().request("a\0b")
    with pytest.raises(CommandRefused, match="name of a variable"):
        ProcessPolicy().request("x", env={"A=B": "1"})


def test_an_environment_is_not_shown_where_a_request_is() -> None:
    assert SECRET not in repr(
        ProcessPolicy(passes=("SOME_API_KEY",), sets={"A": SECRET}).request("x", env={"B": SECRET})
    )
