"""Hosts die by `kill -9` while they promise and deliver: nothing is lost, and nothing counts twice."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from duotone.runtime import Log, Outbox
from duotone.runtime.log.verify import verify
from tests.meta.sources import ROOT
from tests.runtime.delivery.receiver import Receiver

TOTAL = 60

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs kill")


def begin(face: str, path: Path, receiver: Receiver) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.runtime.delivery.hosting", face, str(path), receiver.url, str(TOTAL)]
    return subprocess.Popen(command, cwd=ROOT)


def kill_after(receiver: Receiver, host: subprocess.Popen[bytes], more: int) -> bool:
    """Kill a host once the receiver has seen so many requests more; say whether that was before its end."""
    wanted = len(receiver.seen) + more
    while len(receiver.seen) < wanted and host.poll() is None:
        receiver.wait(0.01)
    host.kill()
    return host.wait() != 0


@pytest.mark.parametrize("face", ["sync", "async"])
def test_what_a_killed_host_has_promised_is_delivered_once_after_the_restart(face: str, path: Path) -> None:
    chance = random.Random(face)  # noqa: S311  # no secret
    killed = 0
    with Receiver() as receiver:
        for _ in range(5):
            killed += kill_after(receiver, begin(face, path, receiver), chance.randint(1, 12))
        assert begin(face, path, receiver).wait(120) == 0
    assert killed >= 3
    assert sorted(int(message["data"]["number"]) for message in receiver.counted) == list(range(TOTAL))
    with Log(path) as log:
        standings = Outbox(log).promises()
    assert {standing.status.value for standing in standings} == {"delivered"}
    assert len(standings) == TOTAL
    assert verify(path) == []


@pytest.mark.parametrize("face", ["sync", "async"])
def test_two_hosts_at_once_one_of_which_is_killed_deliver_everything_once(face: str, path: Path) -> None:
    with Receiver() as receiver:
        first = begin(face, path, receiver)
        kill_after(receiver, first, 10)
        second, third = begin(face, path, receiver), begin("sync", path, receiver)
        kill_after(receiver, second, 10)
        third.wait(120)
        assert begin(face, path, receiver).wait(120) == 0
    assert sorted(int(message["data"]["number"]) for message in receiver.counted) == list(range(TOTAL))
