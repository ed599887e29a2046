"""`duotone run` and `duotone saga` on a log of this machine: what they show, what they do, and how they end."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from duotone.runtime import Runtime
from tests.cli.conftest import Project

SHOP = """
import asyncio


def charge(order):
    return {"charged": order}


async def refund(order):
    await asyncio.sleep(0)


async def ship(order, place="here"):
    if order == 7:
        raise RuntimeError("out of stock")
    return f"{order} shipped to {place}"


def order(saga, number, place="here"):
    saga.step(charge, number, undo=refund)
    return saga.step(ship, number, place)
"""


@pytest.fixture
def shop(project: Project) -> Project:
    project.write("cli_shop.py", SHOP)
    return project


def start(project: Project, number: str, *more: str) -> str:
    done = project.run("saga", "start", "cli_shop:order", number, "--id", f"o{number}", *more)
    assert done.code in {0, 1}, done.err
    return done.out


def test_a_saga_that_is_completed_exits_0_and_shows_its_steps(shop: Project) -> None:
    done = shop.run("saga", "start", "cli_shop:order", "8", "--input", "place=there", "--id", "o8")
    assert (done.code, done.err) == (0, "")
    assert "status   completed\n" in done.out
    assert "outputs  8 shipped to there\n" in done.out
    assert [line.split()[0] for line in done.out.partition("steps\n")[2].splitlines()] == ["STEP", "charge", "ship"]


def test_a_saga_that_is_undone_exits_1_and_says_what_was_undone(shop: Project) -> None:
    done = shop.run("saga", "start", "cli_shop:order", "7", "--json")
    assert done.code == 1
    row = json.loads(done.out)
    assert row["status"] == "compensated"
    assert [(step["step"], step["state"], step.get("undo")) for step in row["steps"]] == [
        ("charge", "ok", "ok"),
        ("ship", "failed", None),
    ]


def test_runs_are_listed_by_kind_and_status(shop: Project) -> None:
    start(shop, "7")
    start(shop, "8")
    assert [line.split()[:1] for line in shop.run("run", "list").out.splitlines()] == [["RUN"], ["o7"], ["o8"]]
    assert json.loads(shop.run("run", "list", "--status", "compensated", "--json").out) == [
        {"run": "o7", "kind": "saga", "name": "order", "status": "compensated", "session": "o7"}
    ]
    assert len(shop.run("saga", "list", "--limit", "1").out.splitlines()) == 2
    done = shop.run("run", "list", "--kind", "workflow")
    assert (done.code, done.out, done.err) == (0, "", "duotone.db has no such run\n")


def test_events_and_a_replay_come_from_the_log(shop: Project) -> None:
    start(shop, "7")
    kinds = [json.loads(line)["kind"] for line in shop.run("run", "events", "o7", "--json").out.splitlines()]
    assert (kinds[0], kinds[-1]) == ("run.started", "run.ended")
    assert shop.run("run", "events", "o7", "--follow").out.count("\n") == len(kinds)
    done = shop.run("run", "replay", "o7")
    assert (done.code, done.err) == (0, "9 events, compensated: all follow\n")


def test_H14_a_command_without_a_store_says_so_and_makes_none(project: Project) -> None:
    for arguments in (["run", "list"], ["session", "kill", "s1", "--reason", "x"], ["outbox", "expire"]):
        done = project.run(*arguments)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith("error: there is no log 'duotone.db'; name one with --log FILE or DUOTONE_LOG")
    assert list(project.root.iterdir()) == []


def test_H14_what_was_not_done_is_no_success(shop: Project) -> None:
    start(shop, "8")
    done = shop.run("run", "cancel", "o8")
    assert (done.code, done.err) == (
        2,
        "error: run 'o8' is completed, so it can't be cancelled; it has ended already\n",
    )
    assert shop.run("run", "cancel", "nobody").err.startswith("error: the log has no run 'nobody'")
    done = shop.run("run", "recover")
    assert (done.code, done.err) == (1, "duotone.db has no run whose process has ended\n")


def test_a_run_whose_process_was_killed_is_recovered(shop: Project) -> None:
    code = (
        "import os; from duotone.runtime import Runtime; import cli_shop\n"
        "with Runtime('duotone.db') as runtime:\n"
        "    saga = runtime.saga('order', id='left').open()\n"
        "    saga.step(cli_shop.charge, 1, undo=cli_shop.refund)\n"
        "    os._exit(9)\n"
    )
    died = subprocess.run([sys.executable, "-c", code], cwd=shop.root, check=False, timeout=50)
    assert died.returncode == 9
    done = shop.run("run", "recover", "--json")
    assert (done.code, json.loads(done.out)[0]["status"]) == (0, "compensated")


def test_an_unknown_step_is_decided_by_a_person(shop: Project) -> None:
    shop.write(
        "cli_gone.py", "import os\n\ndef gone():\n    os._exit(9)\n\ndef order(saga):\n    return saga.step(gone)\n"
    )
    command = [sys.executable, "-m", "duotone", "saga", "start", "cli_gone:order", "--id", "left"]
    assert subprocess.run(command, cwd=shop.root, check=False, timeout=50).returncode == 9
    done = shop.run("run", "resume", "left")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: ")
    assert shop.run("run", "decide", "left", "never", "failed").code == 2
    done = shop.run("run", "decide", "left", "gone", "committed", "--result", "3", "--by", "ann")
    assert (done.code, done.err) == (0, "go on with `duotone run resume left`\n")
    done = shop.run("run", "resume", "left", "--json")
    assert (done.code, json.loads(done.out)["outputs"]) == (0, 3)


def test_a_branch_has_what_the_older_run_had(shop: Project) -> None:
    start(shop, "8")
    done = shop.run("run", "branch", "o8", "ship", "--input", "place=elsewhere", "--json")
    assert (done.code, json.loads(done.out)["outputs"]) == (0, "8 shipped to elsewhere")


@pytest.mark.parametrize(
    ("function", "said"),
    [
        ("cli_shop", "error: 'cli_shop' names no function; write MODULE:NAME"),
        ("cli_nothing:order", "error: there is no module 'cli_nothing'; run this where it can be imported"),
        ("cli_shop:nothing", "error: module 'cli_shop' has no 'nothing'"),
    ],
)
def test_a_function_that_is_not_there_is_one_line(function: str, said: str, shop: Project) -> None:
    done = shop.run("saga", "start", function)
    assert (done.code, done.out, done.err) == (2, "", f"{said}\n")
    assert not (shop.root / "duotone.db").exists()


def test_the_log_is_named_by_an_option_or_by_the_environment(shop: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    start(shop, "8", "--log", "one.db")
    assert "o8" in shop.run("run", "list", "--log", "one.db").out
    monkeypatch.setenv("DUOTONE_LOG", "one.db")
    assert "o8" in shop.run("run", "list").out
    assert shop.run("log", "verify").out == "one.db: whole\n"


def test_a_log_that_is_looked_at_is_left_as_it_was(shop: Project) -> None:
    start(shop, "8")
    with Runtime(shop.root / "duotone.db"):
        before = {path: path.read_bytes() for path in beside(shop.root)}
        assert shop.run("run", "show", "o8").code == 0
        assert {path: path.read_bytes() for path in beside(shop.root)} == before


def beside(root: Path) -> list[Path]:
    return [path for path in root.glob("duotone.db*") if path.is_file() and not path.name.endswith("-shm")]
