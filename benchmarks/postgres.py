"""The log on PostgreSQL beside the least that any log must do there: `python -m benchmarks.postgres ADDRESS`.

Bare is one insert for each commit, and at 16 callers one insert of 16 rows for each commit, by one connection: no
chain, no heads, no fences. All of it in one run, by turns, in a database of your own that holds nothing else.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from statistics import median

from duotone.runtime.events import Append, Draft
from duotone.runtime.log import Log
from duotone.runtime.log.postgres import PostgresStore
from duotone.runtime.log.postgres.driver import Connection, psycopg

CALLERS, COUNT, ROUNDS = 16, 200, 3
BODY = '{"outcome":"ok","step":"charge"}'


def bare(connection: Connection, rows: int) -> float:
    """Return the rows per second of a connection that inserts so many at once."""
    values = ", ".join(["(%s, %s, %s)"] * rows)
    begun = time.perf_counter()
    for turn in range(COUNT):
        connection.execute(f"insert into bare_events values {values}", ["s", turn, BODY] * rows)  # noqa: S608  # ours
    return COUNT * rows / (time.perf_counter() - begun)


def ours(log: Log, callers: int) -> float:
    """Return the events per second of so many threads that append one by one."""

    def append(number: int) -> None:
        for _ in range(COUNT):
            log.append(Append(f"s{number}", [Draft("step.ended", {"step": "charge", "outcome": "ok"})]))

    threads = [threading.Thread(target=append, args=(number,)) for number in range(callers)]
    begun = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return COUNT * callers / (time.perf_counter() - begun)


def main(address: str) -> None:
    connection = psycopg().connect(address, autocommit=True)
    connection.execute("drop table if exists bare_events")
    connection.execute("create table bare_events (session text, seq bigint, data text)")
    store = PostgresStore(address)
    log = Log(store)
    measures: dict[str, Callable[[], float]] = {
        "bare, 1 row": lambda: bare(connection, 1),
        "ours, 1 caller": lambda: ours(log, 1),
        f"bare, {CALLERS} rows": lambda: bare(connection, CALLERS),
        f"ours, {CALLERS} callers": lambda: ours(log, CALLERS),
    }
    found: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(ROUNDS):
        for name, measure in measures.items():
            found[name].append(measure())
    rates = {name: median(values) for name, values in found.items()}
    for name, rate in rates.items():
        print(f"{name:<18} {rate:>9,.0f} events/s")
    one, many = rates["ours, 1 caller"] / rates["bare, 1 row"], list(rates.values())[3] / list(rates.values())[2]
    print(f"of bare: {one:.2f} with 1 caller, {many:.2f} with {CALLERS}; the aim is 0.80 for both")
    log.close()
    store.close()
    connection.execute("drop table bare_events")
    connection.close()


if __name__ == "__main__":
    main(sys.argv[1])
