"""Several processes on one file: opening it, appending to it, dying on it, and forking with it open."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path

import pytest

from duotone.runtime.log import Log
from duotone.runtime.log.verify import verify
from tests.runtime.log.conftest import appending
from tests.runtime.log.logs import python

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork and kill")

# Forks so many children, lets them all go at once, and tells how each ended.
FORKS = """
import os, sys
from duotone.runtime.events import Append, Draft
from duotone.runtime.log import Log
path, children, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
wait, go = os.pipe()
pids = []
for number in range(children):
    pid = os.fork()
    if not pid:
        os.close(go)
        os.read(wait, 1)
        try:
            with Log(path, durability="normal") as log:
                for turn in range(count):
                    log.append(Append("shared", [Draft("a", {"by": number}), Draft("b", {"by": number})]))
                    log.append(Append(f"own-{number}", [Draft("c")], seq=turn))
        except BaseException as error:
            print(f"{type(error).__name__}: {error}", flush=True)
            os._exit(1)
        os._exit(0)
    pids.append(pid)
os.close(go)
print(sum(os.waitpid(pid, 0)[1] != 0 for pid in pids))
"""


def forked(path: Path, children: int, count: int) -> None:
    with python(FORKS, path, children, count) as child:
        out, err = child.communicate(timeout=55)
    assert (out, err) == ("0\n", "")
    assert verify(path) == []


def test_a_hundred_processes_open_a_file_at_once_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    forked(path, 100, 1)
    with Log(path) as log:
        assert (log.head("shared"), len(log.sessions())) == (200, 101)


def test_several_processes_append_at_once_and_the_chain_holds(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    forked(path, 5, 40)
    with Log(path) as log:
        events = log.read("shared")
        assert [event.seq for event in events] == list(range(1, 401))
        pairs = zip(events[::2], events[1::2], strict=True)
        assert all(first.data == second.data and first.kind == "a" for first, second in pairs)
        every = [event.id for row in log.sessions() for event in log.read(row.session)]
        assert sorted(every) == list(range(1, 601))


# Appends until it is killed, and says of each event that it is kept.
APPENDS = {
    "sync": """
import sys
from duotone.runtime.events import Append, Draft
from duotone.runtime.log import Log
log = Log(sys.argv[1], durability="normal")
print(log.owner(), flush=True)
while True:
    print(log.append(Append("s", [Draft("a", {"x": "x" * 3000}), Draft("b")]))[-1].hash, flush=True)
""",
    "async": """
import asyncio, sys
from duotone.runtime.events import Append, Draft
from duotone.runtime.log import AsyncLog
async def main():
    log = AsyncLog(sys.argv[1], durability="normal")
    print(await log.owner(), flush=True)
    async def go(number):
        while True:
            append = Append(f"s{number}", [Draft("a", {"x": "x" * 3000}), Draft("b")])
            print((await log.append(append))[-1].hash, flush=True)
    await asyncio.gather(*map(go, range(8)))
asyncio.run(main())
""",
}


@pytest.mark.parametrize("kills", [4, pytest.param(300, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("face", APPENDS)
def test_nothing_that_was_acknowledged_is_lost_when_its_process_is_killed(
    face: str, kills: int, tmp_path: Path
) -> None:
    path = tmp_path / "log.db"
    kept: set[str] = set()
    for turn in range(kills):
        with python(APPENDS[face], path) as child:
            assert child.stdout is not None
            owner = child.stdout.readline().strip()
            told = [child.stdout.readline().strip() for _ in range(2 + 7 * turn % 40)]
            child.send_signal(signal.SIGKILL)
            told += [line.strip() for line in child.stdout if line.endswith("\n")]
        kept.update(told)
        assert verify(path) == []
        with Log(path) as log:
            assert kept <= {event.hash for row in log.sessions() for event in log.read(row.session)}
            assert not log.is_alive(owner)


def test_an_owner_is_dead_as_soon_as_its_process_is(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    with python(APPENDS["sync"], path) as child, Log(path) as log:
        assert child.stdout is not None
        owner = child.stdout.readline().strip()
        assert log.is_alive(owner)
        assert f"-{child.pid}-" in owner
        child.kill()
        child.wait()
        assert not log.is_alive(owner)
        assert Path(f"{path}-owners", owner).exists()
        mine = log.owner()
        assert [one.name for one in Path(f"{path}-owners").iterdir()] == [mine]
    assert list(Path(f"{path}-owners").iterdir()) == []


# Uses a log on both sides of a fork, in a child that has threads of its parent's in the middle of things.
CHILD = """
import asyncio, json, os, sys, threading, warnings
warnings.simplefilter("ignore", DeprecationWarning)
from duotone import run
from duotone.runtime.events import Append, Draft
from duotone.runtime.log import AsyncLog, Log, MemoryStore
log, other, memory = Log(sys.argv[1], durability="normal"), AsyncLog(sys.argv[1], durability="normal"), MemoryStore()
one = lambda name: Append(name, [Draft("a")])
log.append(one("before"))
run(other.append, one("before"))
stop = threading.Event()
def go():
    while not stop.is_set():
        log.append(one("threads"))
        memory.commit([one("x")], [])
threads = [threading.Thread(target=go, daemon=True) for _ in range(3)]
for thread in threads: thread.start()
names = [log.owner()]
for _ in range(5):
    pid = os.fork()
    if not pid:
        log.append(one("child"))
        run(other.append, one("child"))
        assert run(other.read, "before") == log.read("before")
        memory.commit([one("x")], [])
        assert log.owner() != names[0] and log.is_alive(names[0]) and log.is_alive(log.owner())
        log.close()
        run(other.close)
        os._exit(0)
    assert os.waitpid(pid, 0)[1] == 0
    log.append(one("parent"))
stop.set()
for thread in threads: thread.join()
assert log.owner() == names[0] and log.is_alive(names[0])
print(json.dumps({row.session: row.seq for row in log.sessions()}))
log.close()
run(other.close)
"""


def test_a_forked_child_has_its_own_connection_and_its_own_name(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    with python(CHILD, path) as child:
        out, err = child.communicate(timeout=50)
    assert (err, child.returncode) == ("", 0)
    heads = json.loads(out)
    assert (heads["before"], heads["child"], heads["parent"]) == (2, 10, 5)
    assert verify(path) == []


def test_who_waits_is_told_of_what_another_process_appends(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    with Log(path) as log:
        log.append(appending("s", "a"))
        with python(APPENDS["sync"], path) as child:
            assert log.wait(1, 30) > 1
            child.kill()
