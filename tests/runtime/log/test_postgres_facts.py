"""What a log in PostgreSQL can be relied on for is found out by asking the server, and nothing is made for it."""

from __future__ import annotations

import time
from contextlib import closing
from typing import Any

import pytest

from duotone.runtime.engines.deployment import Ability, Fact, log_facts
from duotone.runtime.log.addresses import Address
from duotone.runtime.log.postgres import PostgresStore, facts
from duotone.runtime.log.postgres.driver import Connection, psycopg
from duotone.runtime.log.postgres.schema import VERSION
from tests.postgresql import PostgresServer


def told(address: str) -> dict[str, Fact]:
    return {fact.what: fact for fact in log_facts(address)}


def made(address: str) -> str:
    store = PostgresStore(address)
    store.open()
    store.close()
    return address


def test_a_database_is_told_by_its_versions_and_its_notices_are_heard(postgres: PostgresServer) -> None:
    found = told(made(postgres.emptied()))
    assert found["log"].ability is Ability.OK
    assert found["log"].found.startswith("PostgreSQL ")
    assert found["log"].found.endswith(f"schema version {VERSION} of {VERSION}")
    assert found["rights"].found == "this user may read and write all tables"
    assert (found["clock"].ability, found["news"].ability) == (Ability.OK, Ability.OK)
    assert found["several machines"].ability is Ability.OK
    assert found["commands"].ability is Ability.LIMITED


def test_looking_makes_no_tables(postgres: PostgresServer) -> None:
    address = postgres.fresh()
    assert told(address)["log"].found.endswith("whose tables the first process makes")
    assert told(address)["rights"].found == "this user may make the tables"
    assert postgres.execute("select to_regnamespace('duotone')", address.rpartition("/")[2]) == [(None,)]


def test_a_server_that_forgets_with_its_power_is_broken(postgres: PostgresServer) -> None:
    found = told(postgres.emptied())["durability"]
    assert (found.ability, found.instead) == (Ability.BROKEN, "switch both on in postgresql.conf")
    assert found.found.startswith("fsync is off and full_page_writes on")


def test_a_server_that_keeps_what_it_says_is_not() -> None:
    server = PostgresServer(fsync="on")
    try:
        server.start()
        assert told(server.address("postgres"))["durability"].ability is Ability.OK
    finally:
        server.end()


@pytest.mark.parametrize(("seconds", "words"), [(61.0, "s ahead of the server: "), (-61.0, "s behind the server: ")])
def test_a_clock_that_is_a_minute_off_is_told_with_what_follows(
    seconds: float, words: str, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + seconds)
    found = told(postgres.emptied())["clock"]
    assert found.ability is Ability.LIMITED
    assert words in found.found
    assert abs(float(found.found.split()[3]) - 61.0) < 1
    assert "events have the time of the server" in found.found


def test_rights_that_are_missing_are_named(postgres: PostgresServer) -> None:
    address = made(postgres.fresh())
    name = address.rpartition("/")[2]
    user = f"reader_{name}"
    postgres.execute(f"create role {user} login")
    as_reader = postgres.address(name, user)
    postgres.execute(f"grant usage on schema duotone to {user}", name)
    postgres.execute(f"grant select on all tables in schema duotone to {user}", name)
    found = told(as_reader)["rights"]
    assert (found.ability, found.found) == (
        Ability.BROKEN,
        "this user may not read and write anchors, events, events_0 and others",
    )
    empty = postgres.fresh().rpartition("/")[2]
    found = told(postgres.address(empty, user))["rights"]
    assert (found.ability, found.found) == (Ability.BROKEN, "this user may not make the tables")


def test_what_cannot_be_reached_or_read_is_one_fact(postgres: PostgresServer) -> None:
    [found] = log_facts("postgresql://me:hush@127.0.0.1:1/x")
    assert (found.what, found.ability) == ("log", Ability.BROKEN)
    assert "can't be reached" in found.found
    assert "hush" not in found.found
    address = made(postgres.fresh())
    postgres.execute("update duotone.log set version = 99", address.rpartition("/")[2])
    [found] = log_facts(address)
    assert "has format 99, and this duotone knows formats up to 1" in found.found


class Pooled:
    """A pooler in transaction mode: what is waited for is not on the connection that was told to listen."""

    def __init__(self, *connections: Connection) -> None:
        self._one, self._other = connections
        self.execute = self._one.execute
        self.notifies = self._other.notifies


def test_notices_that_never_arrive_are_broken(postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "_HEARD", 0.1)
    address = Address(postgres.emptied())
    with closing(connected(address)) as one, closing(connected(address)) as other:
        pooled: Any = Pooled(one, other)
        what, ability, _, instead = facts._heard(pooled, address)  # there is no pooler to connect to
    assert (what, ability) == ("news", "broken")
    assert instead == "connect directly, or over a pooler in session mode"


def connected(address: Address) -> Connection:
    return psycopg().connect(address.secret, autocommit=True)
