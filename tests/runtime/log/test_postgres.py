"""What goes wrong with a PostgreSQL: it is down, killed, or lets nobody in. A clear error, and nothing is lost."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from duotone.errors import (
    LogBusy,
    LogClosed,
    LogCorrupt,
    LogTooNew,
    LogUncertain,
    LogUnreachable,
    LogUnwritable,
    MissingExtra,
    WrongUse,
)
from duotone.runtime.events import Append, Draft, Repeated
from duotone.runtime.log import Log
from duotone.runtime.log.addresses import Address
from duotone.runtime.log.postgres import PostgresStore
from duotone.runtime.log.postgres.driver import Connection, psycopg
from duotone.runtime.log.postgres.schema import VERSION
from tests.postgresql import PostgresServer
from tests.runtime.log.conftest import appending, settled

NOWHERE = "postgresql://somebody:hush@127.0.0.1:1/nothing"


@pytest.fixture
def store(postgres: PostgresServer) -> Iterator[PostgresStore]:
    made = PostgresStore(postgres.emptied(), durability="normal", patience=10)
    yield made
    made.close()


def made(address: str) -> None:
    """Make the tables."""
    store = PostgresStore(address)
    store.open()
    store.close()


def in_database(address: str, *statements: str) -> None:
    connection = psycopg().connect(address, autocommit=True)
    for statement in statements:
        connection.execute(statement)
    connection.close()


# -- the way there --------------------------------------------------------------------------------------------------


def test_a_server_that_is_down_is_one_clear_line_without_the_password() -> None:
    store = PostgresStore(NOWHERE)
    for call in (store.open, store.last, store.owner, lambda: settled(store, [appending("s", "a")])):
        with pytest.raises(LogUnreachable, match="start PostgreSQL there") as caught:
            call()
        assert "hush" not in f"{caught.value}{caught.value!r}{caught.value.__cause__!r}"
        assert "\n" not in str(caught.value)
    assert (store.name, repr(store.address)) == (
        "postgresql://somebody@127.0.0.1:1/nothing",
        "Address('postgresql://somebody@127.0.0.1:1/nothing')",
    )
    store.close()


def test_a_server_that_comes_back_is_used_without_opening_the_log_again(frail: PostgresServer) -> None:
    address = frail.fresh()
    frail.kill()
    store = PostgresStore(address)
    with pytest.raises(LogUnreachable):
        store.open()
    frail.start()
    assert len(settled(store, [appending("s", "a")])) == 1
    store.close()


def test_a_database_that_is_not_there_says_how_to_make_it(postgres: PostgresServer) -> None:
    with pytest.raises(LogUnreachable, match=r'database "nothing" does not exist.*createdb'):
        PostgresStore(postgres.address("nothing")).open()


def test_a_wrong_password_is_not_shown(frail: PostgresServer) -> None:
    address = frail.fresh().replace("duotone@", "guarded:sesame%21open@")
    frail.execute("create role guarded login password 'other'")
    frail.require_passwords()
    for place in (address, address.replace("guarded:sesame%21open@", "guarded@")):
        with pytest.raises(LogUnreachable, match="password") as caught:
            PostgresStore(place).open()
        assert "sesame" not in f"{caught.value} {caught.value.__cause__!r}"
        assert "~/.pgpass" in str(caught.value)


@pytest.mark.parametrize("text", ["postgresql://u:s3cret:x@h:port/d", "postgresql://[::1/d?password=s3cret", "runs.db"])
def test_an_address_that_is_none_is_refused_without_a_word_of_it(text: str) -> None:
    with pytest.raises(WrongUse, match="write postgresql://") as caught:
        Address(text)
    assert "s3cret" not in f"{caught.value!r} {caught.value.__cause__!r}"


def test_an_address_hides_every_secret_that_it_has() -> None:
    address = Address("postgresql://me:p%40ss@db:5432/runs?sslpassword=deep&application_name=x")
    assert str(address) == "postgresql://me@db:5432/runs"
    assert address.without_secrets("p@ss p%40ss deep") == "*** *** ***"
    assert address == Address(address.secret)
    assert len({address, Address(address.secret)}) == 1
    assert address != "postgresql://me@db:5432/runs"


def test_a_log_is_opened_by_its_address(postgres: PostgresServer) -> None:
    with Log(postgres.emptied()) as log:
        log.append(appending("s", "a"))
        assert isinstance(log.store, PostgresStore)
        assert log.head("s") == 1


def test_without_the_driver_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    psycopg.cache_clear()
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingExtra, match=r"pip install 'duotone\[postgres\]'"):
        PostgresStore(NOWHERE).open()
    psycopg.cache_clear()


# -- the tables -----------------------------------------------------------------------------------------------------


def test_a_schema_of_a_newer_version_is_refused(postgres: PostgresServer) -> None:
    address = postgres.fresh()
    made(address)
    in_database(address, "update duotone.log set version = 99")
    with pytest.raises(LogTooNew, match=f"has format 99, and this duotone knows formats up to {VERSION}"):
        PostgresStore(address).open()


def test_a_schema_of_something_else_is_refused(postgres: PostgresServer) -> None:
    address = postgres.fresh()
    in_database(address, "create schema duotone", "create table duotone.other (x integer)")
    with pytest.raises(LogCorrupt, match="it is a schema of something else than duotone"):
        PostgresStore(address).open()


def test_a_schema_that_was_made_for_us_needs_no_right_to_make_one(postgres: PostgresServer) -> None:
    address = postgres.fresh()
    in_database(address, "create role tenant login", "create schema duotone authorization tenant")
    store = PostgresStore(address.replace("duotone@", "tenant@"))
    store.commit([appending("s", "a")], [])
    store.close()


def test_whoever_may_not_make_tables_is_told_what_to_grant(postgres: PostgresServer) -> None:
    address = postgres.fresh()
    in_database(address, "create role guest login")
    store = PostgresStore(address.replace("duotone@", "guest@"))
    with pytest.raises(LogUnwritable, match=r"permission denied.*grant what is missing"):
        store.open()
    made(address)
    with pytest.raises(LogUnwritable, match=r"permission denied.*grant what is missing"):
        store.open()
    in_database(
        address, "grant usage on schema duotone to guest", "grant select on all tables in schema duotone to guest"
    )
    assert store.read("s") == []
    with pytest.raises(LogUnwritable, match="grant what is missing"):
        store.commit([appending("s", "a")], [])
    with pytest.raises(LogUnwritable, match="grant what is missing"):
        store.check_writable()
    in_database(address, "grant all on all tables in schema duotone to guest")
    store.commit([appending("s", "a")], [])
    store.check_writable()
    store.close()


def test_a_database_that_can_only_be_read_says_so(postgres: PostgresServer) -> None:
    address = postgres.fresh()
    made(address)
    in_database(address, f"alter database {address.rpartition('/')[2]} set default_transaction_read_only = on")
    store = PostgresStore(address)
    assert store.last() == 0
    with pytest.raises(LogUnwritable, match="it is read-only, as a standby is; name the primary"):
        store.commit([appending("s", "a")], [])
    store.close()


def test_a_database_of_another_encoding_is_refused(postgres: PostgresServer) -> None:
    address = postgres.fresh("template template0 encoding 'LATIN1'")
    with pytest.raises(LogUnwritable, match=r"its encoding is LATIN1.*createdb -E UTF8"):
        PostgresStore(address).open()


def test_many_who_open_a_database_at_once_make_its_tables_once(postgres: PostgresServer) -> None:
    address = postgres.fresh()
    stores = [PostgresStore(address) for _ in range(12)]
    threads = [threading.Thread(target=store.open) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    stores[0].commit([appending("s", "a")], [])
    assert [store.last() for store in stores] == [1] * 12
    for store in stores:
        store.close()


# -- appends --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "append",
    [
        appending("s\0", "a"),
        appending("s", "a\0"),
        appending("s", "a", run="r\0"),
        appending("s", "run.started", run="r", status="x\0"),
        appending("s", "promise.made", promise="p\0"),
        appending("s\ud800", "a"),
    ],
)
def test_a_name_that_postgresql_can_not_hold_fails_alone(append: Append, store: PostgresStore) -> None:
    first, bad, second = settled(store, [appending("t", "a"), append, appending("t", "b")])
    assert isinstance(bad, ValueError)
    assert [first, second] == [store.read("t", limit=1), store.read("t", after=1)]
    [events] = settled(store, [Append("t", [Draft("a", {"x": "a\0b", "y": '{"\\,}é'})])])
    assert store.read("t", after=2) == events


def test_what_another_store_has_written_is_seen_before_anything_is_refused(store: PostgresStore) -> None:
    other = PostgresStore(store.address)
    store.commit([appending("s", "a")], [])
    other.commit([appending("s", "b")], [])
    [events] = settled(store, [appending("s", "c", seq=2)])
    assert [event.id for event in events] == [3]  # type: ignore[union-attr]  # it was not refused
    other.commit([appending("s", "run.started", run="r", fence=0)], [])
    assert [type(one) for one in settled(store, [appending("s", "x", seq=3), appending("s", "y")])] != [list, list]
    other.close()


class Overtaken:
    """A connection before whose next commit somebody else is quicker; what it was asked is written down."""

    def __init__(self, connection: Connection, overtake: Callable[[], object]) -> None:
        self.asked: list[str] = []
        self._connection = connection
        self._overtake: Callable[[], object] | None = overtake

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def execute(self, query: str, *args: Any, **kwargs: Any) -> Any:
        self.asked.append(query.split(maxsplit=1)[0])
        if query.startswith("with moved") and self._overtake is not None:
            overtake, self._overtake = self._overtake, None
            overtake()
        return self._connection.execute(query, *args, **kwargs)


def let_wary(store: PostgresStore) -> None:
    """Let the next commit go under the lock."""
    store._writer._known, store._writer._wary = None, 1


def test_whoever_is_overtaken_writes_under_the_lock_for_a_while(store: PostgresStore) -> None:
    other = PostgresStore(store.address)
    other.commit([appending("s", "a")], [])
    store.commit([appending("s", "b")], [])
    other.commit([appending("s", "c")], [])
    writer = store._writer
    assert writer._connection is not None
    connection = Overtaken(writer._connection, lambda: other.commit([appending("s", "d")], []))
    writer._connection, writer._known = connection, None
    [events] = settled(store, [appending("s", "e")])
    assert [(event.id, event.seq) for event in events] == [(5, 5)]  # type: ignore[union-attr]  # it was not refused
    assert connection.asked == ["select", "with", "begin", "select", "select", "with", "commit"]
    for _ in range(15):
        other.commit([appending("s", "x")], [])
        connection.asked.clear()
        store.commit([appending("s", "y")], [])
        assert "begin" in connection.asked
    other.commit([appending("s", "x")], [])
    connection.asked.clear()
    store.commit([appending("s", "y")], [])
    assert connection.asked == ["select", "with"]
    assert [event.id for event in store.read("s")] == list(range(1, 38))
    other.close()


def test_a_key_that_is_taken_is_seen_by_whoever_writes_from_memory(store: PostgresStore) -> None:
    under_key = Append("s", [Draft("a", {})], seq=0, key="k")
    [first] = settled(store, [under_key])
    assert store._writer._known is not None
    for _ in range(2):
        store.commit([appending("s", "b")], [])
    connection = store._writer._connection
    assert connection is not None
    watched = store._writer._connection = Overtaken(connection, lambda: None)
    repeated, others = settled(store, [under_key, appending("s", "c")])
    assert "with" in watched.asked
    assert isinstance(repeated, Repeated)
    assert repeated == first
    assert [event.seq for event in others] == [4]  # type: ignore[union-attr]  # it was not refused
    assert [event.kind for event in store.read("s")] == ["a", "b", "b", "c"]


def test_who_holds_the_log_for_too_long_makes_it_busy(postgres: PostgresServer) -> None:
    store = PostgresStore(postgres.emptied(), busy=0.1)
    store.open()
    holder = psycopg().connect(store.address.secret, autocommit=False)
    holder.execute("select * from duotone.log for update")
    with pytest.raises(LogBusy, match=r"locked by another process for over 0\.1 s"):
        store.commit([appending("s", "a")], [])
    holder.close()
    store.commit([appending("s", "a")], [])
    store.close()


def test_a_full_disk_refuses_what_does_not_fit_and_names_the_remedy(store: PostgresStore) -> None:
    in_database(store.address.secret, FULL, "create trigger full_disk before insert on duotone.events "
                "for each row execute function duotone.refuse()")  # fmt: skip
    try:
        with pytest.raises(LogUnwritable, match=r"could not extend file.*make room on the disk"):
            store.commit([appending("s", "a")], [])
        assert store.last() == 0
    finally:
        in_database(store.address.secret, "drop trigger full_disk on duotone.events", "drop function duotone.refuse")
    store.commit([appending("s", "a")], [])


FULL = """
create function duotone.refuse() returns trigger language plpgsql as
$$ begin raise exception 'could not extend file "base/1": No space left on device' using errcode = '53100'; end $$
"""


def test_times_are_those_of_the_server_whatever_the_clock_of_a_worker_says(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now - 60.0)
    behind = PostgresStore(store.address)
    for number in range(4):
        (store if number % 2 else behind).commit([appending("s", "a")], [])
    events = store.read("s")
    assert [event.kind for event in events] == ["a"] * 4
    assert all(abs(event.at - now) < 30 for event in events)
    assert [event.at for event in events] == sorted(event.at for event in events)
    behind.close()


# -- lost connections -----------------------------------------------------------------------------------------------


class Cut:
    """A connection that is lost at a certain statement: before it is sent, or once the server has done it."""

    def __init__(self, connection: Connection, words: str, *, is_done: bool, error: BaseException | None) -> None:
        self._connection = connection
        self._words = words
        self._is_done = is_done
        self._error = error

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def execute(self, query: str, *args: Any, **kwargs: Any) -> Any:
        if not query.startswith(self._words):
            return self._connection.execute(query, *args, **kwargs)
        if self._is_done:
            self._connection.execute(query, *args, **kwargs).fetchone()
        if self._error is not None:
            raise self._error
        self._connection.close()
        return self._connection.execute(query)


def cut(store: PostgresStore, words: str = "with moved", *, is_done: bool, error: BaseException | None = None) -> None:
    connection = store._writer._connection
    assert connection is not None
    store._writer._connection = Cut(connection, words, is_done=is_done, error=error)


@pytest.mark.parametrize("way", ["before it", "after it", "under the lock"])
def test_an_append_whose_connection_is_lost_is_written_once(way: str, store: PostgresStore) -> None:
    for turn in range(3):
        settled(store, [appending("s", "a")])
        if way == "under the lock":
            let_wary(store)
            cut(store, "commit", is_done=False)
        else:
            cut(store, is_done=way == "after it")
        [events] = settled(
            store,
            [
                appending("s", "b", seq=turn * 2 + 1),
            ],
        )
        assert events == store.read("s", after=turn * 2 + 1)
    assert [event.kind for event in store.read("s")] == ["a", "b"] * 3
    assert [event.id for event in store.read_all()] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("is_done", [False, True])
def test_an_interrupted_append_says_whether_it_was_written(*, is_done: bool, store: PostgresStore) -> None:
    settled(store, [appending("s", "a")])
    settled(store, [appending("s", "a")])
    cut(store, is_done=is_done, error=KeyboardInterrupt())
    outcomes: list[Any] = []
    with pytest.raises(KeyboardInterrupt):
        store.commit([appending("s", "b")], outcomes)
    assert [len(one) for one in outcomes] == ([1] if is_done else [])
    assert len(store.read("s")) == (3 if is_done else 2)
    store.commit([appending("s", "c")], [])


def test_a_commit_that_nobody_can_be_asked_about_is_uncertain(frail: PostgresServer) -> None:
    store = PostgresStore(frail.fresh(), patience=0.5)
    for _ in range(2):
        store.commit([appending("s", "a")], [])
    cut(store, is_done=True)
    frail.kill()
    with pytest.raises(LogUncertain, match="read the session before you append this again"):
        store.commit([appending("s", "b")], [])
    with pytest.raises(LogUnreachable):
        store.commit([appending("s", "b")], [])
    frail.start()
    store.commit([appending("s", "c")], [])
    store.close()


def test_nothing_that_was_acknowledged_is_lost_or_doubled_when_the_server_is_killed(frail: PostgresServer) -> None:
    store = PostgresStore(frail.fresh())
    log = Log(store)
    said: list[str] = []
    stop = threading.Event()

    def write(number: int) -> None:
        for turn in range(100_000):
            if stop.is_set():
                return
            said.append(log.append(Append(f"s{number}", [Draft("a", {"turn": turn})], seq=turn))[0].hash)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(3):
        mark = len(said)
        while len(said) < mark + 30:
            time.sleep(0.01)
        frail.kill()
        frail.start()
    stop.set()
    for thread in threads:
        thread.join()
    events = log.read_all()
    assert set(said) == {event.hash for event in events}
    assert [event.id for event in events] == list(range(1, len(said) + 1))
    log.close()
    store.close()


def test_a_reader_and_one_who_waits_outlive_the_server(frail: PostgresServer) -> None:
    store = PostgresStore(frail.fresh())
    store.commit([appending("s", "a")], [])
    assert store.wait(1, 0.05) == 1
    frail.kill()
    frail.start()
    assert len(store.read("s")) == 1
    later = threading.Timer(0.3, store.commit, [[appending("s", "b")], []])
    later.start()
    assert store.wait(1, 20) == 2
    later.join()
    store.close()


def test_a_word_that_was_lost_only_delays(store: PostgresStore) -> None:
    store.commit([appending("s", "a")], [])
    assert store.wait(1, 0.2) == 1
    store._listener._connection.execute("unlisten *")  # type: ignore[union-attr]  # it listens
    later = threading.Timer(0.1, store.commit, [[appending("s", "b")], []])
    later.start()
    assert store.wait(1, 20) == 2
    later.join()


def test_several_threads_wait_on_one_connection(store: PostgresStore) -> None:
    store.open()
    found: list[int] = []
    threads = [threading.Thread(target=lambda: found.append(store.wait(0, 20))) for _ in range(5)]
    for thread in threads:
        thread.start()
    time.sleep(0.3)
    store.commit([appending("s", "a")], [])
    for thread in threads:
        thread.join()
    assert found == [1] * 5


def test_a_closed_store_lets_go_of_every_connection(postgres: PostgresServer) -> None:
    address = postgres.fresh()
    store = PostgresStore(address)
    calls: list[Callable[[], Any]] = [store.last, store.owner, lambda: store.wait(0, 0.2), store.check_writable]
    for call in calls:
        call()
    store.commit([appending("s", "a")], [])
    store.close()
    with contextlib.suppress(LogClosed):
        store.last()
    count = "select count(*) from pg_stat_activity where datname = current_database()"
    deadline = time.monotonic() + 20
    while postgres.execute(count, address.rpartition("/")[2]) != [(1,)]:
        assert time.monotonic() < deadline
        time.sleep(0.05)
