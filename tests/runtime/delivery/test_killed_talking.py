"""Hosts die by `kill -9` with processes and tasks in the background: nothing is lost, and nothing is told twice."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from uuid import uuid4

import pytest

from duotone.runtime import Log, Outbox
from duotone.runtime.conversation.transcript import REPLIED
from duotone.runtime.delegation.drafts import open_tasks
from duotone.runtime.delivery import PromiseStatus
from duotone.runtime.log.verify import verify
from tests.meta.sources import ROOT
from tests.runtime.delivery.receiver import Receiver
from tests.runtime.processes.stage import MARK, alive, until

TOTAL = 12
KILLS = 8

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs kill")


def begin(face: str, path: Path, receiver: Receiver, mark: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.runtime.delivery.living", face, str(path), receiver.url, str(TOTAL)]
    return subprocess.Popen(command, cwd=ROOT, env={**os.environ, MARK: mark})


def kill_after(host: subprocess.Popen[bytes], path: Path, more: int) -> None:
    """Kill a host once it has written so many events, at a moment that nobody has chosen."""
    with Log(path) as log:
        last = log.wait(-1, 0)
        end = time.monotonic() + 60
        while log.wait(last, 0.05) < last + more and host.poll() is None and time.monotonic() < end:
            pass
    host.kill()
    host.wait()


@pytest.mark.parametrize("face", ["sync", "async"])
def test_what_a_killed_host_has_begun_in_the_background_is_told_once_after_the_restart(face: str, path: Path) -> None:
    chance, mark = random.Random(face), uuid4().hex  # noqa: S311  # no secret
    with Receiver() as receiver:
        for _ in range(KILLS):
            kill_after(begin(face, path, receiver, mark), path, chance.randint(1, 60))
        assert begin(face, path, receiver, mark).wait(180) == 0
        until(lambda: not alive(mark))
    with Log(path) as log:
        standings, tasks = Outbox(log).promises(), open_tasks(log.read("talk"))
    withdrawn = [standing.promise.kind for standing in standings if standing.status is PromiseStatus.WITHDRAWN]
    assert set(withdrawn) <= {REPLIED}  # where somebody who asked has got the answer
    standings = [standing for standing in standings if standing.status is not PromiseStatus.WITHDRAWN]
    promised = Counter(standing.promise.id for standing in standings)
    assert Counter(str(message["key"]) for message in receiver.counted) == promised
    assert {standing.status for standing in standings} == {PromiseStatus.DELIVERED}
    kinds = Counter(standing.promise.kind for standing in standings)
    assert min(kinds["process.completed"], kinds["task.completed"]) >= TOTAL // 3
    assert tasks == {}
    assert verify(path) == []
