"""The operating commands on a real server: the same answers as on its log, and refusals in its own words."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from duotone.cli.stores.client import Client
from duotone.errors import ServerUnreachable, WrongUse
from tests.cli.conftest import Done, Project
from tests.cli.terminals import in_terminal
from tests.cli.test_chat import piped
from tests.cli.test_serve import address, served

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")

WORKFLOW = """
name: look
inputs: {query: string}
steps:
  - {id: search, function: "duotone.server.demo.shop:search", with: {query: "${{ inputs.query }}"}}
outputs: {finding: "${{ steps.search.outputs.finding }}"}
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    place = tmp_path_factory.mktemp("server")
    with served(place, "--demo", "--log", "served.db") as (process, said):
        yield address(said), place / "served.db"
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0


class Both:
    """A command on the server, and on its log."""

    def __init__(self, project: Project, server: tuple[str, Path]) -> None:
        self._project = project
        self.url, self._log = server

    def there(self, *arguments: str) -> Done:
        return self._project.run(*arguments, "--server", self.url)

    def here(self, *arguments: str) -> Done:
        return self._project.run(*arguments, "--log", str(self._log))

    def json(self, *arguments: str) -> Any:
        done = self.there(*arguments, "--json")
        assert done.code in {0, 1}, done.err
        return json.loads(done.out)


@pytest.fixture
def both(project: Project, server: tuple[str, Path]) -> Both:
    return Both(project, server)


@pytest.mark.parametrize(
    "arguments",
    [
        ["run", "show", "order-7"],
        ["run", "show", "report-1"],
        ["run", "list", "--status", "compensated", "--limit", "1"],
        ["run", "events", "order-7"],
        ["run", "replay", "order-7"],
        ["saga", "show", "order-7"],
        ["session", "show", "review"],
        ["session", "verify", "review"],
    ],
    ids=" ".join,
)
def test_a_server_answers_what_its_log_says(arguments: list[str], both: Both) -> None:
    there, here = both.there(*arguments), both.here(*arguments)
    assert there.code == here.code == 0
    assert sorted(there.out.splitlines()) == sorted(here.out.splitlines())


def test_the_environment_names_the_server(both: Both, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUOTONE_SERVER", both.url)
    assert "order-7" in project.run("saga", "list").out
    assert "run.started" in project.run("log", "show", "--run", "order-7").out
    assert project.run("saga", "list", "--log", "nothing.db").code == 2


def test_a_session_lives_its_whole_life_on_a_server(both: Both) -> None:
    made = both.json("session", "create", "--id", "life", "--max-participants", "2")
    assert (made["session"], made["state"]) == ("life", "created")
    both.json("session", "join", "life", "ann", "--trust", "0.95")
    both.json("session", "join", "life", "bob", "--trust", "0.1")
    assert both.json("session", "activate", "life")["state"] == "active"
    lent = both.json("session", "elevate", "life", "bob", "--ring", "1", "--seconds", "60")
    assert [one["ring"] for one in lent["participants"]] == [1, 1]
    assert [one["ring"] for one in both.json("session", "lower", "life", "bob")["participants"]] == [1, 3]
    assert len(both.json("session", "leave", "life", "bob")["participants"]) == 1
    assert both.json("session", "kill", "life", "ann", "--reason", "x")["participant"] == "ann"
    root = both.json("session", "terminate", "life")["root"]
    assert both.there("session", "verify", "life").out.endswith(f"sealed by {root}\n")


def test_an_approval_is_decided_once(both: Both) -> None:
    [waiting] = both.json("session", "list", "--waiting")
    [asked] = waiting["approvals"]
    assert both.there("session", "approve", "review", asked["request"]).code == 0
    done = both.there("session", "approve", "review", asked["request"])
    assert (done.code, done.out) == (2, "")


def test_sagas_and_workflows_are_started_and_waited_for(both: Both, project: Project) -> None:
    assert both.json("saga", "start", "order", "--input", "item=tea", "--input", "amount=3")["status"] == "completed"
    done = both.there("saga", "start", "order", "--input", "item=piano", "--input", "amount=3")
    assert (done.code, "compensated" in done.out) == (1, True)
    assert both.there("saga", "start", "order", "7").code == 2
    project.write("look.yaml", WORKFLOW)
    done = both.there("workflow", "run", "look.yaml", "--input", "query=tea")
    assert (done.code, json.loads(done.out)) == (0, {"finding": "what is known of tea"})
    assert both.json("run", "branch", "report-1", "write", "--input", "topic=coffee")["status"] == "completed"


def test_processes_are_started_written_to_and_ended(both: Both) -> None:
    process = both.json("process", "start", "echo ready; read line; echo got $line; exit 4")["process"]
    assert process in both.there("process", "list", "--running").out
    both.json("process", "write", process, "it")
    over = both.json("process", "wait", process, "--timeout", "30")
    assert (over["state"], over["code"]) == ("ended", 4)
    assert both.there("process", "output", process).out == "ready\ngot it\n"
    assert both.there("process", "kill", process).code == 1
    long = both.json("process", "start", "sleep 60")["process"]
    assert both.json("process", "kill", long, "--at-once")["state"] == "ended"


def test_what_only_a_server_does_is_refused_with_the_reason(both: Both) -> None:
    for arguments in (["run", "recover"], ["outbox", "expire"]):
        done = both.there(*arguments)
        assert (done.code, done.out, done.err.startswith("error: a server ")) == (2, "", True)
    assert both.there("outbox", "list").code == both.there("outbox", "incidents").code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run", "show", "nobody"], "error: there is no run 'nobody'; "),
        (["run", "cancel", "order-7"], "error: run 'order-7' is compensated, so it can't be cancelled; "),
        (["session", "show", "a/../b"], "error: "),
        (["process", "show", "nobody"], "error: "),
        (["outbox", "withdraw", "nobody"], "error: "),
    ],
)
def test_a_refusal_is_one_line_in_the_words_of_the_server(arguments: list[str], said: str, both: Both) -> None:
    done = both.there(*arguments)
    assert (done.code, done.out) == (2, "")
    [line] = done.err.splitlines()
    assert line.startswith(said)


def test_a_server_that_is_not_there_is_one_line(project: Project) -> None:
    done = project.run("run", "list", "--server", "127.0.0.1:9")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: no server answers at http://127.0.0.1:9 (")
    with pytest.raises(WrongUse):
        Client("ftp://here")
    with pytest.raises(ServerUnreachable):
        Client("http://127.0.0.1:9").get("/readyz")


def test_a_token_opens_what_its_scope_says(tmp_path: Path, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    made = project.run("token", "create", "reader", "--log", str(tmp_path / "t.db")).out.strip()
    with served(tmp_path, "--demo", "--log", "t.db") as (_, said):
        monkeypatch.setenv("DUOTONE_SERVER", address(said))
        refused = project.run("run", "list").err
        assert refused.startswith("error: this server needs a token")
        assert "set DUOTONE_TOKEN" in refused
        monkeypatch.setenv("DUOTONE_TOKEN", made)
        assert project.run("run", "list").code == 0
        done = project.run("session", "create")
        assert (done.code, "scope 'run'" in done.err) == (2, True)


def test_a_chat_with_a_server_streams_calls_and_asks(both: Both, tmp_path: Path) -> None:
    done = piped(tmp_path, "tea\n", "--server", both.url)
    assert (done.returncode, done.stdout, done.stderr) == (0, "That is 3.20.\n", "")
    with in_terminal(tmp_path, "chat", "demo", "--server", both.url) as terminal:
        terminal.expect("with demo on http://127.0.0.1:")
        terminal.expect("> ")
        terminal.type("think\r")
        terminal.expect("Thought 3 of 100")
        terminal.type("\x03")
        terminal.expect("interrupted; say something to go on")
        terminal.expect("> ")
        terminal.type("refund\r")
        terminal.expect("waits for your approval")
        terminal.expect("> ")
        terminal.type("y\r")
        terminal.expect("agent: 3.20 given back")
        terminal.expect("> ")
        terminal.type("build\r")
        terminal.expect("agent: The build has begun. I'll tell you when it is done")
        terminal.expect("process.completed: process")
        terminal.expect("agent: The build has ended with exit code 0.")
        terminal.type("tea\r")
        terminal.expect("agent: That is 3.20.")
        terminal.expect("> ")
        terminal.type("\x04")
        assert terminal.end() == 0
    assert "Traceback" not in terminal.text
    assert terminal.text.count("The build has ended") == 1


def test_a_chat_with_a_server_waits_for_what_was_promised(both: Both, tmp_path: Path) -> None:
    done = piped(tmp_path, "build\n", "--server", both.url, "--wait", "40")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "The build has begun. I'll tell you when it is done; go on with something else meanwhile.",
        "The build has ended with exit code 0.",
    ]


def test_a_server_without_agents_says_so(tmp_path: Path) -> None:
    with served(tmp_path, "--memory") as (_, said):
        done = piped(tmp_path, "hi\n", "--server", address(said))
        assert (done.returncode, done.stdout) == (2, "")
        assert "has no agent; start it with `duotone serve --agent NAME=MODULE:AGENT`" in done.stderr
