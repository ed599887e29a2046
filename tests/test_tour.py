"""The tour shows what it claims, in every kind of terminal, and says so when something is wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import pytest

from duotone.tour import main, program
from duotone.tour.panes import Pane, Seen, Side

ESCAPE = "\033["


def take_the_tour(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the tour as a user would, warnings being errors."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "duotone.tour", *arguments],
        env={**os.environ, "PYTHONUTF8": "1", **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=50,
        check=False,
    )


@pytest.mark.duotone(allow="lost-coroutine")  # one pane loses one on purpose
@pytest.mark.parametrize("pane", program.PANES, ids=lambda pane: pane.name)
def test_duotone_does_what_a_pane_claims(pane: Pane) -> None:
    seen = pane.ours.show()
    assert seen.is_as_claimed, seen.text


@pytest.mark.duotone(allow="lost-coroutine")
@pytest.mark.parametrize("pane", program.PANES, ids=lambda pane: pane.name)
def test_today_does_what_a_pane_claims(pane: Pane) -> None:
    seen = pane.today.show()
    assert seen.is_as_claimed, seen.text


def test_every_law_that_the_contract_holds_is_shown() -> None:
    assert {pane.law for pane in program.PANES} == {"L1", "L2", "L3", "L4", "L5", "L6", "L8"}


def test_no_two_panes_have_one_name() -> None:
    assert len({pane.name for pane in program.PANES}) == len(program.PANES)


def test_the_whole_tour_ends_well_and_says_what_a_crossing_costs() -> None:
    done = take_the_tour()
    assert (done.returncode, done.stderr) == (0, "")
    assert all(pane.title in done.stdout for pane in program.PANES)
    assert "one crossing costs" in done.stdout.splitlines()[-1]
    assert ESCAPE not in done.stdout


def test_the_list_names_every_pane(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines] == [[pane.law, pane.name] for pane in program.PANES]


@pytest.mark.parametrize(("wanted", "names"), [("l4", ["anywhere", "deadlock"]), ("scope", ["scope"])])
def test_a_law_or_a_pane_can_be_asked_for(wanted: str, names: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([wanted]) == 0
    shown = capsys.readouterr().out
    assert [pane.name for pane in program.PANES if pane.title in shown] == names


@pytest.mark.parametrize("wrong", ["L12", "--quiet"])
def test_a_wrong_argument_is_one_line_and_exit_2(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main([wrong])
    assert exit_.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert wrong in printed.err
    assert "--list" in printed.err


def test_a_claim_that_does_not_hold_is_named_and_exit_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pane = next(pane for pane in program.PANES if pane.name == "scope")
    monkeypatch.setattr(program, "PANES", [replace(pane, ours=Side("1 / 0", lambda: Seen(str(1 / 0), True)))])  # noqa: FBT003
    assert main([]) == 1
    shown = capsys.readouterr().out
    assert "ZeroDivisionError" in shown
    assert shown.splitlines()[-1] == "duotone did not do what it claims: scope"


@pytest.mark.parametrize(
    ("environment", "has_colors"),
    [({"FORCE_COLOR": "1"}, True), ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False), ({"FORCE_COLOR": ""}, False)],
)
def test_colors_are_for_terminals_and_for_those_who_ask(
    environment: dict[str, str],
    has_colors: bool,  # noqa: FBT001  # a parameter of the test
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    main(["--list"])
    assert (ESCAPE in capsys.readouterr().out) is has_colors


@pytest.mark.parametrize("columns", [40, 72, 100, 300])
def test_no_line_is_longer_than_the_terminal(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    main(["L4", "scope"])
    lines = capsys.readouterr().out.splitlines()[1:]
    titles = {f"{pane.law} {pane.title}" for pane in program.PANES}
    assert [line for line in lines if len(line) > min(columns, 120) and line not in titles] == []


def test_where_only_ascii_can_be_written_only_ascii_is() -> None:
    done = take_the_tour("L4", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
def test_a_reader_that_has_seen_enough_causes_no_noise() -> None:
    command = f"'{sys.executable}' -m duotone.tour scope lock | head -n 1"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, encoding="utf-8", timeout=50, check=False)
    assert (done.returncode, done.stderr) == (0, "")
