"""`duotone session` on a log of this machine, from the first participant to the audit."""

from __future__ import annotations

import json
import sqlite3

import pytest

from duotone.errors import ApprovalNeeded
from duotone.runtime import Action, Hypervisor, Risk, Rule, Verdict
from tests.cli.conftest import Project

PAY = Action("pay", Risk.IRREVERSIBLE)


@pytest.fixture
def session(project: Project) -> Project:
    for arguments in (
        ["create", "--id", "s1", "--by", "ann"],
        ["join", "s1", "clerk", "--trust", "0.95"],
        ["join", "s1", "guest", "--trust", "0.1"],
        ["activate", "s1"],
    ):
        assert project.run("session", *arguments).code == 0
    return project


def ask_for_payment(project: Project) -> str:
    with Hypervisor(project.root / "duotone.db", policy=Rule(Verdict.ASK, action="pay")) as hypervisor:
        with pytest.raises(ApprovalNeeded) as asked:
            hypervisor.act("s1", "clerk", PAY, print)
        return asked.value.request


def shown(project: Project) -> dict[str, object]:
    row: dict[str, object] = json.loads(project.run("session", "show", "s1", "--json").out)
    return row


def test_a_session_shows_who_is_in_it_and_in_which_ring(session: Project) -> None:
    done = session.run("session", "show", "s1")
    assert "state    active\n" in done.out
    assert "  clerk        1 privileged  0.95   0\n" in done.out
    assert "  guest        3 sandbox     0.1    0\n" in done.out
    lines = session.run("session", "list").out.splitlines()
    assert lines[1].split()[:3] == ["s1", "active", "2"]


def test_an_approval_is_listed_and_decided_once(session: Project) -> None:
    assert session.run("session", "list", "--waiting").out == ""
    request = ask_for_payment(session)
    assert "1 waiting" in session.run("session", "list", "--waiting").out
    done = session.run("session", "show", "s1")
    assert done.err == f"decide with `duotone session approve s1 {request}`, or reject it\n"
    assert session.run("session", "approve", "s1", request, "--by", "ann").code == 0
    assert shown(session)["approvals"] == [
        {
            "request": request,
            "action": "pay",
            "participant": "clerk",
            "state": "approved",
            "reason": "a rule says ask for 'pay'",
        }
    ]
    assert session.run("session", "reject", "s1", request, "--by", "ann").code == 2


def test_nobody_approves_what_they_asked_for(session: Project) -> None:
    request = ask_for_payment(session)
    done = session.run("session", "approve", "s1", request, "--by", "clerk")
    assert (done.code, done.out) == (2, "")


def test_a_ring_is_lent_and_taken_back(session: Project) -> None:
    done = session.run("session", "elevate", "s1", "guest", "--ring", "1", "--seconds", "60", "--by", "ann")
    assert "guest        1 privileged" in done.out
    assert "guest        3 sandbox" in session.run("session", "lower", "s1", "guest").out


def test_a_kill_reports_what_it_did(session: Project) -> None:
    done = session.run("session", "kill", "s1", "guest", "--reason", "a test", "--by", "ann", "--json")
    report = json.loads(done.out)
    assert (done.code, report["participant"], report["stopped"]) == (0, "guest", [])
    assert "guest" not in session.run("session", "show", "s1").out
    assert session.run("session", "kill", "s1", "guest", "--reason", "again").code == 2


def test_a_session_is_sealed_when_it_ends_and_verified(session: Project) -> None:
    done = session.run("session", "verify", "s1")
    assert (done.code, "not sealed yet" in done.out) == (0, True)
    assert session.run("session", "leave", "s1", "guest", "--because", "done").code == 0
    root = json.loads(session.run("session", "terminate", "s1", "--json").out)["root"]
    assert session.run("session", "verify", "s1").out.endswith(f"sealed by {root}\n")
    assert session.run("session", "activate", "s1").code == 2


def test_damage_is_exit_1(session: Project) -> None:
    connection = sqlite3.connect(session.root / "duotone.db", isolation_level=None)
    connection.execute("update events set at = 0 where session = 's1' and seq = 2")
    connection.close()
    done = session.run("session", "verify", "s1")
    assert (done.code, done.out) == (1, "s1: damaged: event 2 (session.handshaking) is not what was written\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["show", "nobody"], "error: the log has no session 'nobody'"),
        (["verify", "nobody"], "error: the log has no session 'nobody'"),
        (["join", "s1", "clerk", "--trust", "7"], "error: "),
        (["create", "--id", "s1"], "error: session 's1' exists and is active"),
        (["explode", "s1"], "error: argument VERB: invalid choice: 'explode'"),
        ([], "error: the following arguments are required: VERB"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(arguments: list[str], said: str, session: Project) -> None:
    done = session.run("session", *arguments)
    assert (done.code, done.out) == (2, "")
    [line] = done.err.splitlines()
    assert line.startswith(said)


def test_a_log_without_sessions_says_how_to_make_one(session: Project) -> None:
    assert session.run("process", "start", "true", "--log", "other.db").code == 0
    done = session.run("session", "list", "--log", "other.db")
    assert (done.code, done.out) == (0, "")
    assert "`duotone session create` makes one" in done.err
