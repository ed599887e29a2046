"""Several processes look after the same session in one file, and no limit is overrun."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from duotone.runtime import Consistency, Hypervisor, Rate, Ring, SessionConfig
from duotone.runtime.log import SqliteStore
from tests.runtime.sessions.faces import ACTIONS

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
