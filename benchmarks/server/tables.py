"""What the servers came to, as Markdown."""

from __future__ import annotations

import argparse
from typing import Any

from benchmarks.measure import table
from benchmarks.server.contenders import CONTENDERS

ASKED = {"create": "create", "read": "read", "run": "turn"}

READING = """
Every server is asked from a second process on the same machine for the same three things: create a session, read one
back, and let something answer in a turn whose one step is kept before the answer is sent. The turn's model is a script
that says what it hears. Ratios are to the floor, a bare FastAPI application that keeps a dictionary: it writes nothing,
checks nobody and logs nothing.
""".strip().replace("\n", " ")

COMPARED = """
**What is not comparable.** duotone writes a line of its log for every request, checks tokens, origins, rates and sizes,
chains every event by a hash, and its turn is one of an agent: what was said, that the turn and its step begin, and what
they came to, in three commits. DBOS and LangGraph have no sessions: here, one is a workflow that was started, or a
thread with a first checkpoint, and their turn is a workflow or graph of one step, behind a FastAPI application without
any checks. LangGraph's own server keeps all in memory and takes up runs from a queue at intervals, which is most of
what its turn takes. Temporal's development server syncs less often (WAL NORMAL, which can't be set), and a session is
a workflow that waits, which its worker keeps at hand. Restate has HTTP of its own and no FastAPI, its session is a
virtual object with one value, and when RocksDB syncs is left as it comes. Memory is that of all processes of a server.
Streams of everything that happens are something that only duotone and the floor have; the floor's are not durable and
can't be resumed.
""".strip().replace("\n", " ")


def page(found: dict[str, Any], options: argparse.Namespace, facts: str, said: str) -> str:
    """Return the whole page."""
    about = f"{options.callers} callers at once, {options.seconds:g} s for each load."
    parts = [f"# The server under load\n\n{facts}\n\nThis is the output of `{said}`: {about} {READING}"]
    parts += [_rates(found["loads"]), _times(found["loads"]), _weights(found["idle"])]
    if found["streams"]:
        parts.append(_streams(found["streams"]))
    return "\n\n".join([*parts, COMPARED]) + "\n"


def _rates(loads: dict[str, Any]) -> str:
    floor = loads.get("fastapi", {})

    def cell(row: str, key: str) -> str:
        one = loads[row].get(key)
        if one is None:
            return str(loads[row].get("note", "")) if key == "create" else ""
        ratio = f" ({one['per_second'] / floor[key]['per_second']:.3f})" if key in floor and row != "fastapi" else ""
        return f"{one['per_second']:,.0f}{ratio}"

    rows = [[_title(row), CONTENDERS[row].kept, *(cell(row, key) for key in ASKED)] for row in loads]
    return table(["requests per second", "kept in", *(f"{name}" for name in ASKED.values())], rows, 2)


def _times(loads: dict[str, Any]) -> str:
    def cells(row: str) -> list[str]:
        ones = [loads[row].get(key) for key in ASKED]
        times = ["" if one is None else f"{one['median_ms']:.1f} / {one['p99_ms']:.1f}" for one in ones]
        return times + ["" if one is None else f"{one['cpu_ms']:.2f}" for one in ones]

    heads = [f"{name}: p50 / p99" for name in ASKED.values()] + [f"{name}: CPU" for name in ASKED.values()]
    return table(["ms", *heads], [[_title(row), *cells(row)] for row in loads])


def _weights(idle: dict[str, Any]) -> str:
    rows = [
        [_title(row), f"{one['sessions']:,}", f"{one['kib_per_session']:,.1f}"] if "sessions" in one else [_title(row)]
        for row, one in idle.items()
    ]
    return table(["idle sessions", "weighed", "KiB each"], rows)


def _streams(streams: dict[str, Any]) -> str:
    heads = {
        "subscribers": "subscribers of one process, all of which follow all sessions",
        "events": "events for each of them",
        "complete": "subscribers that heard of every event, once and in order",
        "per_second": "events delivered per second",
        "delivered_s": "seconds from the first write to the last delivery",
        "kib_per_subscriber": "KiB of memory per subscriber",
    }
    rows = [[text, *(f"{one.get(key, ''):,}" for one in streams.values())] for key, text in heads.items()]
    return table(["streams", *map(_title, streams)], rows)


def _title(row: str) -> str:
    return CONTENDERS[row].title
