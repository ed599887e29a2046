"""The storm itself: three workers, a PostgreSQL, a Temporal service if that is the engine, and who kills them."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from duotone.runtime import Log, Status
from duotone.runtime.delivery import PromiseStatus
from duotone.runtime.log import RunRow
from tests.meta.sources import ROOT
from tests.postgresql import PostgresServer
from tests.runtime.delivery.receiver import Receiver
from tests.runtime.engines.services import free_port, temporal_service

__all__ = ["Storm", "storm"]

WORKERS = 3
PATIENCE = 180.0
"""Seconds after the storm within which everything that was accepted has to have ended."""
STOPPED = 18.0
"""Seconds for which a worker is stopped: longer than its lease."""
OPEN = (PromiseStatus.PROMISED, PromiseStatus.PENDING, PromiseStatus.CLAIMED)
LAST = 120
"""So many lines are kept of what a worker has said that ended by itself."""
AWAY = 2.0
"""Seconds for which a service is away at most."""


@dataclass
class Storm:
    """What is there while it lasts, and what was done to it."""

    engine: str
    place: str
    folder: Path
    postgres: PostgresServer
    receiver: Receiver
    chance: random.Random
    temporal: Temporal | None = None
    deeds: Counter[str] = field(default_factory=Counter[str])
    """How often each harm was done."""
    ended_after: float = 0.0
    """Seconds between the end of the storm and that of the last run."""
    ended: list[str] = field(default_factory=list[str])
    """What each worker that ended by itself has said last, with its name and status."""
    workers: list[subprocess.Popen[str]] = field(default_factory=list["subprocess.Popen[str]"])
    _stopped: dict[int, float] = field(default_factory=dict[int, float])
    _numbers: Iterator[int] = field(default_factory=count)
    _names: dict[int, str] = field(default_factory=dict[int, str])

    # -- who works ------------------------------------------------------------------------------------------------

    def begin_worker(self) -> subprocess.Popen[str]:
        """Begin one more; it is not waited for."""
        worker = self._begin()
        self.workers.append(worker)
        return worker

    def _begin(self, *decisions: str) -> subprocess.Popen[str]:
        name = f"w{next(self._numbers)}"
        command = [sys.executable, "-m", "tests.runtime.engines.storm.laborer"]
        command += [self.place, self.engine, self.receiver.url, name, *decisions]
        environment = {**os.environ, "DEEDS": str(self.folder)}
        with (self.folder / f"{name}.txt").open("w") as said:
            begun = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=said, text=True)
        self._names[begun.pid] = name
        return begun

    def said_by(self, worker: subprocess.Popen[str]) -> str:
        """Return what a process has written to its error output so far."""
        return (self.folder / f"{self._names[worker.pid]}.txt").read_text(errors="replace")

    def tend(self) -> None:
        """Begin others for workers that have ended, and let those go on that were stopped for long enough."""
        for worker in [one for one in self.workers if one.poll() is not None]:
            self.workers.remove(worker)
            worker.communicate()
            if worker.returncode != -signal.SIGKILL:
                self._keep(worker)
            self.begin_worker()
        for pid, until in list(self._stopped.items()):
            if time.monotonic() > until:
                self._let_go_on(pid)

    def _keep(self, worker: subprocess.Popen[str]) -> None:
        """Keep what one has said that ended by itself."""
        self.deeds[f"worker that ended by itself, with {worker.returncode}"] += 1
        last = "\n".join(self.said_by(worker).splitlines()[-LAST:])
        self.ended.append(f"{self._names[worker.pid]} ended by itself, with {worker.returncode}:\n{last}")

    def _let_go_on(self, pid: int) -> None:
        del self._stopped[pid]
        os.kill(pid, signal.SIGCONT)

    # -- what is done to them -------------------------------------------------------------------------------------

    def kill_worker(self) -> None:
        """End one as nothing can prepare for."""
        worker = self.chance.choice(self.workers)
        self._stopped.pop(worker.pid, None)
        worker.kill()
        worker.wait()
        self.deeds["worker killed"] += 1

    def stop_worker(self) -> None:
        """Let one stand still for longer than its lease, if no other does."""
        if not self._stopped:
            worker = self.chance.choice(self.workers)
            os.kill(worker.pid, signal.SIGSTOP)
            self._stopped[worker.pid] = time.monotonic() + STOPPED
            self.deeds["worker stopped, and let go on"] += 1

    def kill_postgres(self) -> None:
        """Let the server of the log be away for a moment."""
        self.postgres.kill()
        time.sleep(self.chance.uniform(0, AWAY))
        self.postgres.start()
        self.deeds["PostgreSQL killed, and started again"] += 1

    def kill_temporal(self) -> None:
        """Let the service be away for a moment."""
        assert self.temporal is not None
        self.temporal.kill()
        time.sleep(self.chance.uniform(0, AWAY))
        self.temporal.start()
        self.deeds["Temporal killed, and started again"] += 1

    @property
    def harms(self) -> list[Callable[[], None]]:
        """All that can be done to them; workers are killed most."""
        services = [self.kill_postgres] + [self.kill_temporal] * (self.temporal is not None)
        return [self.kill_worker, self.stop_worker, *services, self.kill_worker, self.kill_worker]

    def rage(self, seconds: float, harms: list[Callable[[], None]], pause: float) -> None:
        """Do harm for so long, each kind at least once and then as chance wills."""
        until, due = time.monotonic() + seconds, list(harms)
        while time.monotonic() < until or due:
            time.sleep(self.chance.uniform(0.3, 1.7) * pause)
            (due.pop(0) if due else self.chance.choice(harms))()
            self.tend()

    # -- after it -------------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Let everything end that was accepted; a person decides on what nobody knows, who asks the counter."""
        (self.folder / "stop").touch()
        for pid in list(self._stopped):
            self._let_go_on(pid)
        begun = time.monotonic()
        while left := self._left():
            assert time.monotonic() < begun + PATIENCE, f"{len(left)} runs have not ended: {left[:5]}"
            self.tend()
            waiting = [row.run for row in left if row.status == Status.WAITING]
            if waiting:
                self._decide(waiting)
            time.sleep(0.3)
        self.ended_after = time.monotonic() - begun
        with Log(self.place) as log:
            while log.promises(status=OPEN):
                assert time.monotonic() < begun + PATIENCE, "not all promises were kept"
                self.tend()
                time.sleep(0.2)

    def _left(self) -> list[RunRow]:
        with Log(self.place) as log:
            return [row for row in log.runs() if not Status(row.status).is_final]

    def _decide(self, runs: list[str]) -> None:
        done = set(self.lines)
        said = [f"{run}={'committed' if f'{run} charge begins' in done else 'retry'}" for run in runs]
        person = self._begin(*said)
        person.communicate()
        self.deeds["runs that a person had to decide on"] += len(runs)

    @property
    def lines(self) -> list[str]:
        """What was noted outside of any log, in its order."""
        path = self.folder / "lines"
        return path.read_text().split("\n")[:-1] if path.exists() else []


class Temporal:
    """A Temporal service that keeps its data over restarts, at the same port."""

    def __init__(self, folder: Path) -> None:
        self._port = free_port()
        self._kept = ("--db-filename", str(folder / "temporal.db"))
        self._running = ExitStack()
        self.address = ""

    def start(self) -> None:
        """Start it, and return once it listens."""
        self.address = self._running.enter_context(temporal_service(self._port, *self._kept))

    def kill(self) -> None:
        """Kill it."""
        self._running.close()


@contextmanager
def storm(engine: str, folder: Path, seed: int) -> Iterator[Storm]:
    """Have everything running for a storm on "temporal" or "dbos", and end it afterwards."""
    with ExitStack() as stack:
        postgres = PostgresServer(fsync="on")
        stack.callback(postgres.end)
        postgres.start()
        receiver = stack.enter_context(Receiver())
        temporal = Temporal(folder) if engine == "temporal" else None
        if temporal is not None:
            temporal.start()
            stack.callback(temporal.kill)
        address = "dbos?look=0.5" if temporal is None else temporal.address
        chance = random.Random(seed)  # noqa: S311  # no secret
        made = Storm(address, postgres.fresh(), folder, postgres, receiver, chance, temporal)
        stack.callback(_end, made)
        for worker in [made.begin_worker() for _ in range(WORKERS)]:
            assert worker.stdout is not None
            assert worker.stdout.readline() == "ready\n", made.said_by(worker)
        yield made


def _end(made: Storm) -> None:
    for worker in made.workers:
        worker.kill()
        worker.communicate()
