"""A process that has imported everything and forks one child for each job, so that a death costs milliseconds."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import random
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

from tests.meta.sources import ROOT

__all__ = ["Ending", "Job", "Nursery"]


@dataclass(frozen=True)
class Job:
    """A program to run in a folder, and the point at which its process dies, if it does."""

    program: str
    folder: str
    fatal: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    doom: float | None = None
    """So many seconds after its start the process is killed from outside, wherever it is."""


@dataclass(frozen=True)
class Ending:
    """How the process of a job ended: what the program returned and which points it passed, unless it was killed."""

    code: int
    answer: Any = None
    points: Sequence[str] = ()

    @property
    def was_killed(self) -> bool:
        """Whether it died by the signal that nobody can catch."""
        return self.code == -signal.SIGKILL


class Nursery:
    """The parent's side: jobs go there as lines, endings come back."""

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.runtime.crash.nursery"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        return self

    def __exit__(self, *exc_info: object) -> None:
        with contextlib.suppress(ProcessLookupError):  # a child that hangs must not outlive the tests
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.communicate()

    def run(self, *jobs: Job) -> list[Ending]:
        """Run jobs at the same time, each in a process of its own, and return how they ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([asdict(job) for job in jobs]) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "the nursery has ended"
        return [Ending(**one) for one in json.loads(line)]

    def run_to_the_end(self, job: Job) -> Ending:
        """Run one job that nothing kills; what it raises is raised here."""
        [ending] = self.run(job)
        assert ending.code == 0, ending.answer or f"{job} ended with {ending.code}"
        return ending


def serve() -> None:
    """Fork children for what the parent asks, until it has no more to ask."""
    from tests.runtime.crash import programs

    gc.collect()
    gc.freeze()  # or every collection of a child would copy the pages that it shares with us
    for line in sys.stdin:
        jobs = [Job(**one) for one in json.loads(line)]
        children = [(_born(programs.run, job, number), job, number) for number, job in enumerate(jobs)]
        for child, job, _ in children:
            if job.doom is not None:
                time.sleep(job.doom)
                os.kill(child, signal.SIGKILL)
        endings = [_ended(child, job, number) for child, job, number in children]
        print(json.dumps(endings), flush=True)  # noqa: T201  # the parent reads it


def _born(run: Any, job: Job, number: int) -> int:
    """Fork a child that runs one job and leaves what it returns in a file."""
    child = os.fork()
    if child:
        return child
    random.seed(f"{job}")
    code = 0
    try:
        said = run(job)
    except BaseException:  # noqa: BLE001  # whatever it is, the parent wants to know
        said, code = {"answer": traceback.format_exc()}, 1
    _answer_file(job, number).write_text(json.dumps(said))
    os._exit(code)


def _ended(child: int, job: Job, number: int) -> dict[str, Any]:
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    path = _answer_file(job, number)
    said = json.loads(path.read_text()) if path.exists() and code != -signal.SIGKILL else {}
    path.unlink(missing_ok=True)
    return {"code": code, **said}


def _answer_file(job: Job, number: int) -> Path:
    return Path(job.folder) / f"answer-{number}"


if __name__ == "__main__":
    serve()
