"""Every operating command answers the same shapes on a log and on the server of that log."""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest

from duotone.cli import COMMANDS
from duotone.cli.shells.words import words_of
from duotone.errors import ApprovalNeeded
from duotone.runtime import Hypervisor, Log, Outbox, Promise
from duotone.server.demo import ACTIONS, POLICY
from duotone.server.demo.shop import RELEASE
from tests.cli.conftest import Project
from tests.cli.test_serve import address, served

pytestmark = [pytest.mark.skipif(sys.platform == "win32", reason="needs signals"), pytest.mark.timeout(240)]

ONLY_HERE = {("run", "recover"), ("outbox", "expire")}
"""What a server does by itself, and refuses to do when it is asked to."""
FAILING = """
name: failing
steps: [{id: plan, function: "duotone.server.demo.shop:plan", with: {topic: tea, depth: many}}]
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    place = tmp_path_factory.mktemp("server")
    with served(place, "--demo", "--log", "served.db") as (process, said):
        yield address(said), place / "served.db"
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0


@dataclass
class Pair:
    """The same command on a log and on its server, each time with names of its own."""

    project: Project
    url: str
    log: Path
    covered: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])

    def both(self, *arguments: str, code: int = 0, there: tuple[str, ...] | None = None) -> tuple[Any, Any]:
        """Run a command on both, `{me}` being who asks, and compare the shapes of what they answer."""
        self.covered.add((arguments[0], arguments[1]))
        answers = [
            self._answer("here", arguments, ["--log", str(self.log)], code),
            self._answer("there", there or arguments, ["--server", self.url], code),
        ]
        assert alike(*answers), (arguments, *answers)
        return answers[0], answers[1]

    def _answer(self, me: str, arguments: tuple[str, ...], place: list[str], code: int) -> Any:
        named = [argument.replace("{me}", me) for argument in arguments]
        done = self.project.run(*named, *place, "--json")
        assert done.code == code, (named, done)
        if code == 2:
            assert (done.out, len(done.err.splitlines())) == ("", 1)
            return None
        lines = done.out.splitlines()
        return [json.loads(line) for line in lines] if arguments[1] == "events" else json.loads(done.out)


def alike(one: Any, other: Any) -> bool:
    """Tell whether two answers have the same keys and types; nothing is like anything."""
    if one is None or other is None or one in ([], {}) or other in ([], {}):
        return True
    if isinstance(one, dict) and isinstance(other, dict):
        here, there = cast("dict[str, object]", one), cast("dict[str, object]", other)
        return here.keys() == there.keys() and all(alike(here[key], there[key]) for key in here)
    if isinstance(one, list) and isinstance(other, list):
        return alike(cast("list[object]", one)[0], cast("list[object]", other)[0])
    return kind(one) == kind(other)


def kind(value: Any) -> str:
    return "number" if isinstance(value, int | float) else type(value).__name__


@pytest.fixture
def pair(project: Project, server: tuple[str, Path]) -> Pair:
    return Pair(project, *server)


def verbs(*commands: str) -> set[tuple[str, str]]:
    found = {words.path: words.names for words in words_of(COMMANDS)}
    return {(command, verb) for command in commands for verb in found[command,]}


def ask_for_releases(log: Path, session: str) -> list[str]:
    """Let somebody ask for two releases, and return the requests."""
    asked: list[str] = []
    with Hypervisor(log, policy=POLICY, actions=ACTIONS) as hypervisor:
        for version in ("1", "2"):
            with pytest.raises(ApprovalNeeded) as waits:
                hypervisor.act(session, "ann", RELEASE, str, version)
            asked.append(waits.value.request)
    return asked


def decided(pair: Pair, verb: str, requests: dict[str, str]) -> None:
    here = ("session", verb, "{me}", requests["here"], "--by", "boss")
    pair.both(*here, there=("session", verb, "{me}", requests["there"]))


def test_sessions(pair: Pair) -> None:
    pair.both("session", "create", "--id", "{me}", "--max-participants", "5")
    pair.both("session", "join", "{me}", "ann", "--trust", "0.95")
    pair.both("session", "join", "{me}", "bob", "--trust", "0.1")
    pair.both("session", "activate", "{me}")
    pair.both("session", "elevate", "{me}", "bob", "--ring", "1", "--seconds", "60")
    pair.both("session", "lower", "{me}", "bob")
    asked = {name: ask_for_releases(pair.log, name) for name in ("here", "there")}
    decided(pair, "approve", {name: requests[0] for name, requests in asked.items()})
    decided(pair, "reject", {name: requests[1] for name, requests in asked.items()})
    here, there = pair.both("session", "list")
    assert here == there
    assert [len(row["participants"]) for row in here if row["session"] in {"here", "there"}] == [2, 2]
    assert pair.project.run("session", "list", "--log", str(pair.log)).out == (
        pair.project.run("session", "list", "--server", pair.url).out
    )
    here, there = pair.both("session", "show", "review")
    assert here == there
    pair.both("session", "leave", "{me}", "bob")
    pair.both("session", "kill", "{me}", "ann", "--reason", "a test")
    pair.both("session", "terminate", "{me}", "--because", "done")
    pair.both("session", "verify", "{me}")
    pair.both("session", "show", "nobody", code=2)
    assert pair.covered == verbs("session")


def test_sagas_and_runs(pair: Pair) -> None:
    named = ("saga", "start", "order", "--input", "item=tea", "--input", "amount=3")
    pair.both("saga", "start", "duotone.server.demo.shop:order", "tea", "3", "--id", "saga-{me}", there=named)
    assert pair.both("saga", "list")[0][0].keys() == {"run", "kind", "name", "status", "session"}
    here, there = pair.both("saga", "show", "order-7")
    assert here == there
    pair.both("saga", "cancel", "order-7", code=2)
    here, there = pair.both("run", "list", "--status", "compensated")
    assert here == there
    for verb in ("show", "events", "replay"):
        here, there = pair.both("run", verb, "order-7")
        assert here == there
    pair.both("run", "resume", "order-7", code=2)
    pair.both("run", "cancel", "order-7", code=2)
    pair.both("run", "decide", "order-7", "1", "committed", code=2)
    pair.both("run", "branch", "report-1", "write", "--input", "topic=coffee")
    pair.project.write("failing.yaml", FAILING)
    here, there = pair.both("workflow", "run", "failing.yaml", code=1)
    assert here["fault"] == there["fault"]
    here, there = pair.both("run", "resume", here["run"], code=1, there=("run", "resume", there["run"]))
    assert here["fault"] == there["fault"]
    assert pair.covered - {("workflow", "run")} == verbs("saga", "run") - ONLY_HERE


def test_processes(pair: Pair) -> None:
    waits = "echo ready; read line; echo $line; sleep 0.1"
    here, there = pair.both("process", "start", waits, "--session", "jobs")
    names = [row["process"] for row in (here, there)]

    def each(verb: str, *more: str) -> tuple[Any, Any]:
        return pair.both("process", verb, names[0], *more, there=("process", verb, names[1], *more))

    each("show")
    each("write", "it")
    over = each("wait", "--timeout", "30")
    assert [row["code"] for row in over] == [0, 0]
    assert [row["text"] for row in each("output")] == ["ready\nit\n"] * 2
    pair.both("process", "list")
    names[:] = [row["process"] for row in pair.both("process", "start", "sleep 60")]
    each("kill", "--at-once")
    pair.both("process", "show", "nobody", code=2)
    assert pair.covered == verbs("process")


def promise(pair: Pair, name: str, seconds: float) -> None:
    with Log(pair.log) as log, Outbox(log) as outbox:
        outbox.ready(Promise(name, "jobs", "nobody", "task.completed", "a task", time.time() + seconds), {"x": 1})
        outbox.expire()


def test_the_outbox(pair: Pair) -> None:
    for name, seconds in (("to-here", 600), ("to-there", 600), ("late", -1)):
        promise(pair, name, seconds)
    here, there = pair.both("outbox", "list")
    assert sorted(row["promise"] for row in here) == sorted(row["promise"] for row in there) != []
    here, there = pair.both("outbox", "incidents")
    assert here == there != []
    pair.both("outbox", "withdraw", "to-{me}")
    pair.both("outbox", "withdraw", "nobody", code=2)
    assert pair.covered == verbs("outbox") - ONLY_HERE


@pytest.mark.parametrize("command", sorted(ONLY_HERE))
def test_what_a_server_does_by_itself_it_refuses(command: tuple[str, str], pair: Pair) -> None:
    done = pair.project.run(*command, "--server", pair.url)
    assert (done.code, done.out, done.err.startswith("error: a server ")) == (2, "", True)


@pytest.mark.parametrize("which", [["--session", "review"], ["--run", "order-7"]], ids=" ".join)
def test_the_lines_of_a_log(which: list[str], pair: Pair) -> None:
    here = pair.project.run("log", "show", str(pair.log), *which)
    there = pair.project.run("log", "show", *which, "--server", pair.url)
    assert (here.code, here.out) == (there.code, there.out)
    assert here.out
