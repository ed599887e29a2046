"""Owners on many machines: who is dead is known to be, and can't write, however it was cut off."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from duotone.errors import CutOff, RunTaken
from duotone.runtime.events import Append, Draft, Expected
from duotone.runtime.log import Log
from duotone.runtime.log.postgres import PostgresStore
from duotone.runtime.log.postgres.driver import psycopg
from tests.postgresql import PostgresServer
from tests.runtime.log.conftest import appending
from tests.runtime.log.logs import Interpreter, python

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork and kill")

# Takes a name, begins a run, appends to it until it is refused, and says with what.
OWNER = """
import sys, time
from duotone.errors import DuotoneError
from duotone.runtime.events import Append, Draft, Expected
from duotone.runtime.log.postgres import PostgresStore
store = PostgresStore(sys.argv[1], durability="normal", lease=float(sys.argv[2]))
owner = store.owner()
def append(kind, known, **data):
    settled = []
    expected = None if known is None else Expected("r", known)
    store.commit([Append("s", [Draft(kind, data, "r")], expected=expected)], settled)
    if isinstance(settled[0], Exception):
        raise settled[0]
append("run.started", 0, owner=owner, fence=1, status="running")
print(owner, flush=True)
try:
    while True:
        append("step.ended", None)
        time.sleep(0.02)
except DuotoneError as error:
    print(type(error).__name__, flush=True)
"""


@pytest.fixture
def store(postgres: PostgresServer) -> Iterator[PostgresStore]:
    made = PostgresStore(postgres.emptied(), durability="normal")
    yield made
    made.close()


def until(condition: Callable[[], object], seconds: float = 30.0) -> float:
    begun = time.monotonic()
    while not condition():
        assert time.monotonic() - begun < seconds
        time.sleep(0.02)
    return time.monotonic() - begun


def line(child: Interpreter) -> str:
    assert child.stdout is not None
    return child.stdout.readline().strip()


def events_of(store: PostgresStore) -> int:
    return len(store.read("s"))


def test_an_owner_of_another_process_is_alive_until_it_is_killed(store: PostgresStore) -> None:
    with python(OWNER, store.address.secret, 15) as child:
        owner = line(child)
        assert store.is_alive(owner)
        assert f"-{child.pid}-" in owner
        child.kill()
        child.wait()
        assert until(lambda: not store.is_alive(owner)) < 12
        assert not store.is_alive(owner)


def test_an_owner_that_closes_its_store_is_dead_at_once(store: PostgresStore) -> None:
    other = PostgresStore(store.address)
    owner = other.owner()
    assert store.is_alive(owner)
    other.close()
    assert not store.is_alive(owner)


def test_a_process_that_was_stopped_for_longer_than_its_lease_can_not_write(store: PostgresStore) -> None:
    with python(OWNER, store.address.secret, 2) as child:
        owner = line(child)
        until(lambda: events_of(store) > 3)
        child.send_signal(signal.SIGSTOP)
        assert store.is_alive(owner)
        took = until(lambda: not store.is_alive(owner))
        assert took > 0.5
        claim = Draft("run.claimed", {"owner": store.owner(), "fence": 2, "status": "running"}, "r")
        store.commit([Append("s", [claim], expected=Expected("r", 1))], [])
        count = events_of(store)
        child.send_signal(signal.SIGCONT)
        assert line(child) == "CutOff"
        assert events_of(store) == count


def test_a_process_that_was_stopped_for_less_than_its_lease_goes_on(store: PostgresStore) -> None:
    with python(OWNER, store.address.secret, 30) as child:
        owner = line(child)
        child.send_signal(signal.SIGSTOP)
        time.sleep(6)
        assert store.is_alive(owner)
        child.send_signal(signal.SIGCONT)
        count = events_of(store)
        until(lambda: events_of(store) > count + 3)
        assert store.is_alive(owner)


def dropped(store: PostgresStore) -> None:
    """End all connections to the database but the one that says so."""
    connection = psycopg().connect(store.address.secret, autocommit=True)
    connection.execute(
        "select pg_terminate_backend(pid) from pg_stat_activity "
        "where datname = current_database() and pid <> pg_backend_pid()"
    )
    connection.close()


def test_an_owner_whose_connections_are_dropped_is_alive_and_gets_its_lock_back(store: PostgresStore) -> None:
    other = PostgresStore(store.address)
    owner = other.owner()
    dropped(store)
    for _ in range(40):
        assert store.is_alive(owner)
        time.sleep(0.1)
    other.commit([appending("s", "a")], [])
    other.close()


def test_an_owner_that_never_comes_back_is_buried_and_what_it_still_writes_is_refused(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = PostgresStore(store.address)
    owner = other.owner()
    other.commit([appending("s", "a")], [])
    other.commit([appending("s", "b")], [])
    monkeypatch.setattr(other._owners, "_beat", lambda: None)  # its signs of life reach nobody
    other._owners._let_go()
    until(lambda: not store.is_alive(owner))
    for _ in range(2):
        with pytest.raises(CutOff, match="open the log again"):
            other.commit([appending("s", "c")], [])
    assert [event.kind for event in store.read("s")] == ["a", "b"]
    monkeypatch.undo()
    until(other._owners._ended.is_set)
    with pytest.raises(CutOff):
        other.owner()
    assert other.read("s") == store.read("s")
    other.close()


def test_an_owner_that_was_forgotten_can_not_write(store: PostgresStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store._owners, "_beat", lambda: None)  # as if it had been stopped
    store.owner()
    store.commit([appending("s", "a")], [])
    connection = psycopg().connect(store.address.secret, autocommit=True)
    connection.execute("update duotone.owners set beat = clock_timestamp() - interval '2 days'")
    connection.close()
    other = PostgresStore(store.address)
    other.owner()
    with pytest.raises(CutOff):
        store.commit([appending("s", "b")], [])
    assert [event.kind for event in other.read("s")] == ["a"]
    other.close()


def test_owners_outlive_a_restart_of_the_server() -> None:
    server = PostgresServer()
    try:
        server.start()
        stores = [PostgresStore(server.fresh())]
        stores.append(PostgresStore(stores[0].address))
        owners = [store.owner() for store in stores]
        server.kill()
        server.start()
        for _ in range(40):
            assert [stores[0].is_alive(owner) for owner in owners] == [True, True]
            time.sleep(0.1)
        for store in stores:
            store.commit([appending("s", "a")], [])
            store.close()
    finally:
        server.end()


def test_a_run_that_was_taken_over_is_fenced_for_its_old_owner(store: PostgresStore) -> None:
    other = PostgresStore(store.address)
    began = Draft("run.started", {"owner": other.owner(), "fence": 1, "status": "running"}, "r")
    other.commit([Append("s", [began], expected=Expected("r", 0))], [])
    claim = Draft("run.claimed", {"owner": store.owner(), "fence": 2, "status": "running"}, "r")
    store.commit([Append("s", [claim], expected=Expected("r", 1))], [])
    with pytest.raises(RunTaken, match=store.owner()):
        Log(other).append(appending("s", "step.ended", run="r", fence=1))
    other.close()


def test_whoever_stops_in_the_middle_of_a_transaction_holds_nobody_up(store: PostgresStore) -> None:
    store.commit([appending("s", "a")], [])
    stopped = store._connections.connect()
    stopped.execute("begin")
    stopped.execute("select * from log for update")
    patient = PostgresStore(store.address, busy=20)
    patient.commit([appending("s", "b")], [])
    assert events_of(store) == 2
    patient.close()
    store._connections.discard(stopped)


# Several of these append to one session and one of their own, and say what they have followed by id.
CROWD = """
import sys, threading
from duotone.runtime.events import Append, Draft
from duotone.runtime.log import Log
address, number, count, total = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
log = Log(address, durability="normal")
seen = []
def follow():
    while len(seen) < total:
        log.wait(seen[-1] if seen else 0, 30)
        seen.extend(event.id for event in log.read_all(after=seen[-1] if seen else 0, limit=50))
following = threading.Thread(target=follow)
following.start()
for turn in range(count):
    log.append(Append("shared", [Draft("a", {"by": [number, turn]}), Draft("b", {"by": [number, turn]})]))
following.join(50)
print(seen == list(range(1, total + 1)), len(seen), flush=True)
log.close()
"""


def test_several_processes_append_to_one_session_and_follow_by_id_without_gap_or_double(store: PostgresStore) -> None:
    store.open()
    count, total = 40, 4 * 40 * 2
    children = [python(CROWD, store.address.secret, number, count, total) for number in range(4)]
    try:
        said = [child.communicate(timeout=55) for child in children]
    finally:
        for child in children:
            child.kill()
            child.wait()
    assert said == [(f"True {total}\n", "")] * 4
    events = store.read("shared")
    assert [event.seq for event in events] == list(range(1, total + 1))
    pairs = list(zip(events[::2], events[1::2], strict=True))
    assert all(first.data == second.data and (first.kind, second.kind) == ("a", "b") for first, second in pairs)
    assert sorted(first.data["by"] for first, _ in pairs) == [[n, turn] for n in range(4) for turn in range(count)]  # type: ignore[type-var]


def test_a_store_that_is_being_closed_gives_its_name_up_although_it_beats(store: PostgresStore) -> None:
    others = [PostgresStore(store.address) for _ in range(4)]
    names = [other.owner() for other in others]
    threads = [threading.Thread(target=other.close) for other in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert not any(map(store.is_alive, names))
