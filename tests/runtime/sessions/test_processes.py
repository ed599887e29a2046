"""Several processes look after the same session in one file, and no limit is overrun."""

from __future__ import annotations

import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from duotone.runtime import Consistency, Hypervisor, Rate, Ring, SessionConfig
from duotone.runtime.log import SqliteStore
from duotone.runtime.sessions import Session
from tests.runtime.sessions.faces import ACTIONS, FACES, faced

ACT = """
import asyncio, sys
from duotone.errors import DuotoneError
from duotone.runtime import AsyncHypervisor, Hypervisor
from tests.runtime.sessions.faces import ACTIONS

path, face, session = sys.argv[1:]

def sync_main():
    with Hypervisor(path, actions=ACTIONS) as hypervisor:
        while True:
            print(hypervisor.act(session, "bot", "look", lambda: "did"))

async def async_main():
    async with AsyncHypervisor(path, actions=ACTIONS) as hypervisor:
        while True:
            print(await hypervisor.act(session, "bot", "look", lambda: "did"))

try:
    sync_main() if face == "sync" else asyncio.run(async_main())
except DuotoneError as error:
    print(type(error).__name__)
"""

CREATE = """
import sys
from duotone.errors import SessionExists
from duotone.runtime import Hypervisor

with Hypervisor(sys.argv[1]) as hypervisor:
    try:
        hypervisor.create_session(creator="owner", id="the one")
        print("created")
    except SessionExists:
        print("exists")
"""


def start(code: str, *args: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", code, *args], stdout=subprocess.PIPE, text=True)


def ends_of(processes: list[subprocess.Popen[str]]) -> Counter[str]:
    words: Counter[str] = Counter()
    try:
        for process in processes:
            words.update(process.communicate(timeout=50)[0].split())
            assert process.returncode == 0
    finally:
        for process in processes:
            process.kill()
    return words


@pytest.mark.parametrize("consistency", list(Consistency))
def test_H15_no_more_actions_than_accepted_over_several_processes(tmp_path: Path, consistency: Consistency) -> None:
    path = str(tmp_path / "log.db")
    config = SessionConfig(max_actions=40, consistency=consistency, rates={Ring.STANDARD: Rate(1000, 1000)})
    with Hypervisor(path, actions=ACTIONS) as hypervisor:
        session = hypervisor.create_session(config, creator="owner")
        hypervisor.join_session(session, "bot", trust=0.7)
        hypervisor.activate_session(session)
        words = ends_of([start(ACT, path, face, session.id) for face in ("sync", "async", "sync")])
        assert words["OverLimit"] == 3
        hypervisor.terminate_session(session)
        assert hypervisor.verify_audit(session).holds
    store = SqliteStore(path)
    kinds = Counter(event.kind for event in store.read(session.id))
    store.close()
    assert kinds["action.started"] == kinds["action.ended"]
    if consistency is Consistency.STRONG:
        assert words["did"] == kinds["action.started"] == 40
    else:  # those that were begun over the limit were withdrawn
        assert 38 <= words["did"] <= 40 <= kinds["action.started"]


def test_of_many_processes_that_create_one_session_one_does(tmp_path: Path) -> None:
    path = str(tmp_path / "log.db")
    assert ends_of([start(CREATE, path) for _ in range(4)]) == {"created": 1, "exists": 3}


def test_another_process_is_seen_by_a_hypervisor_that_looks(tmp_path: Path) -> None:
    path = str(tmp_path / "log.db")
    with Hypervisor(path) as here, Hypervisor(path) as there:
        session = here.create_session(creator="owner")
        assert there.active_sessions == []
        there.monitor_sessions()
        (seen,) = there.active_sessions
        assert seen.id == session.id
        there.join_session(seen, "bot", trust=0.7)
        there.activate_session(seen)
        assert here.get_session(session.id) is session
        assert session.state == "active"
        here.terminate_session(session)
        there.monitor_sessions()
        assert (there.active_sessions, there.session_count, seen.state) == ([], 1, "archived")


HANG = """
import asyncio, sys, time
from duotone.runtime import AsyncHypervisor, Hypervisor
from tests.runtime.sessions.faces import ACTIONS

path, face, session = sys.argv[1:]

def hang():
    print("began", flush=True)
    time.sleep(600)

async def async_main():
    async with AsyncHypervisor(path, actions=ACTIONS) as hypervisor:
        await hypervisor.act(session, "bot", "draft", hang)

if face == "async":
    asyncio.run(async_main())
else:
    with Hypervisor(path, actions=ACTIONS) as hypervisor:
        hypervisor.act(session, "bot", "draft", hang)
"""


@pytest.mark.parametrize("face", FACES)
def test_an_action_whose_process_was_killed_is_unknown_and_can_be_taken_back(tmp_path: Path, face: str) -> None:
    path, undone = str(tmp_path / "log.db"), list[str]()
    with closing(SqliteStore(path)) as store, faced(face, store, clock=time.time) as hypervisor:
        session = hypervisor.ready()
        process = start(HANG, path, face, session.id)
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "began\n"
            assert [one.kind for one in hypervisor.monitor_sessions()] == []
            (action,) = hypervisor.get_session(session.id).going  # whose process is alive
        finally:
            process.kill()
            process.communicate()
        (issue,) = hypervisor.monitor_sessions()
        assert (issue.kind, issue.participant) == ("outcome_unknown", "bot")
        assert action in issue.detail
        assert (list(session.going), list(session.unknown)) == ([], [action])
        ended = hypervisor.events(session)[-1]
        assert (ended.kind, ended.data["outcome"]) == ("action.ended", "unknown")
        assert len(hypervisor.monitor_sessions()) == 1  # as long as nobody has seen to it, and written once
        assert hypervisor.kinds(session).count("action.ended") == 1
        hypervisor.undo(session, action, by="chief", undo=lambda: undone.append("draft"))
        assert (undone, hypervisor.monitor_sessions(), list(session.unknown)) == (["draft"], [], [])


def test_a_hypervisor_that_is_opened_settles_what_another_has_left(tmp_path: Path) -> None:
    path = str(tmp_path / "log.db")
    with Hypervisor(path, actions=ACTIONS) as hypervisor:
        session = hypervisor.create_session(creator="owner")
        hypervisor.join_session(session, "bot", trust=0.7)
        hypervisor.activate_session(session)
    process = start(HANG, path, "sync", session.id)
    assert process.stdout is not None
    assert process.stdout.readline() == "began\n"
    process.kill()
    process.communicate()
    with Hypervisor(path, actions=ACTIONS) as hypervisor:
        found = hypervisor.get_session(session.id)
        assert found is not None
        (action,) = found.unknown
        assert found.going == {}
    copy = Session.from_json(found.id, found.seq, found.to_json())
    assert (list(copy.unknown), copy.unknown[action].owner) == ([action], found.unknown[action].owner)
