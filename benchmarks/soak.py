"""Soaks the runtime: many conversations of every color at once, with interrupts, restarts and killed hosts."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import RESULTS, described, machine, table
from tests.runtime.soak.figures import Figures, quantile
from tests.runtime.soak.soaking import Plan, Soak, soak

COMMAND = "python -m benchmarks.soak"
READING = """Each conversation is held with an agent of one of five kinds, in turn: a function and a generator that
hold a thread, the same two on the loop, and an object with a step of each color. Their users ask, stream, stop reading
and interrupt, with pauses; tools of both colors are called, and commands run in the foreground and in the background,
whose ends are promised. Every second conversation of each kind wakes for what has ended, and its answer is promised as
well. Hosts follow each other on one log, some with all users on one loop, some with a thread for each: some are closed
in the middle of everything, some are processes that are killed with `kill -9`, and the last one comes to rest. What is
counted is read from the log afterwards, and so is what would be wrong: an attempt without an outcome or with two, a
promise that was not delivered or was twice, a process or a turn without an end, a message without an answer, a broken
chain.

A gap is by how much a beat of the loop came late that was due 5 ms after the last. The same is measured meanwhile
on a loop that does nothing, in another process: what that misses, the machine and its other programs have taken."""


def shown(plan: Plan, came: Soak) -> str:
    """Return the figures as a page."""
    evidence, figures = came.evidence, came.figures
    counts = [
        ("conversations", plan.conversations),
        ("seconds", round(plan.seconds)),
        ("hosts closed in the middle", figures.restarts - figures.kills),
        ("hosts killed", figures.kills),
        ("events", evidence.events),
        ("turns", evidence.turns),
        ("steps, with one outcome each", evidence.steps),
        *((f"… {outcome}", count) for outcome, count in evidence.outcomes.most_common()),
        ("promises, delivered once each", evidence.promises),
        ("… of answers to what has ended between turns", evidence.answers),
        ("background processes, with one end each", evidence.processes),
        ("interrupts", evidence.interrupts),
        ("**wrong**", len(evidence.problems)),
    ]
    times = [
        ("loop gap", _times(figures.gaps)),
        ("loop gap, of which this process has worked", _times(figures.busy)),
        ("loop gap of a process that does nothing", _times(figures.idle)),
        ("collection of garbage", _times(figures.pauses)),
        ("`interrupt()` returns, in a host with a loop", _times(figures.interrupts)),
        ("`interrupt()` returns, in a host with a thread for each user", _times(figures.thread_interrupts)),
    ]
    left = [(name, getattr(came.before, name), getattr(came.after, name)) for name in vars(came.before)]
    parts = [
        f"# A soak\n\n`{COMMAND} --conversations {plan.conversations} --seconds {plan.seconds:g} --write`\n",
        f"{described(machine(), {})}\n",
        f"{READING}\n",
        f"{table(['', 'count'], [[name, str(count)] for name, count in counts])}\n",
        f"{table(['ms', 'p50', 'p99', 'max'], [[name, *found] for name, found in times])}\n",
        f"{_aims(figures)}\n",
        f"{table(['', 'before', 'after'], [[name, *map(str, found)] for name, *found in left])}",
        *(f"- {problem}" for problem in evidence.problems),
    ]
    return "\n".join(parts) + "\n"


def _aims(figures: Figures) -> str:
    """Say whether the loop and the interrupts were as quick as they are meant to be."""
    on_loops, on_threads = (quantile(one, 0.99) for one in (figures.interrupts, figures.thread_interrupts))
    aims = [
        ("no loop gap over 100 ms", max(figures.gaps) < 0.1),
        ("99 of 100 interrupts within 50 ms, in a host with a loop", on_loops < 0.05),
        ("99 of 100 interrupts within 50 ms, in a host with a thread for each user", on_threads < 0.05),
    ]
    return "\n".join(f"- {aim}: {'met' if is_met else '**missed**'}" for aim, is_met in aims)


def _times(values: Sequence[float]) -> list[str]:
    return [f"{quantile(list(values), part) * 1000:.1f}" for part in (0.5, 0.99, 1.0)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Soak, and print or write what came of it; 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--conversations", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=180)
    parser.add_argument("--lives", type=int, default=6, help="hosts in this process")
    parser.add_argument("--kills", type=int, default=2, help="hosts that are killed")
    parser.add_argument("--pause", type=float, default=3, help="seconds between two turns, on average")
    parser.add_argument("--write", action="store_true", help=f"to {RESULTS.name}/soak.md")
    options = parser.parse_args(arguments)
    plan = Plan(options.conversations, options.seconds, options.lives, options.kills, options.pause)
    with tempfile.TemporaryDirectory() as folder:
        came = soak(Path(folder), plan)
    page = shown(plan, came)
    print(page)
    if options.write:
        (RESULTS / "soak.md").write_text(page, encoding="utf-8")
    return 1 if came.evidence.problems else 0


if __name__ == "__main__":
    sys.exit(main())
