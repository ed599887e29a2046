"""Faults, with real processes: what was acknowledged is in the log, and every stream goes on where it was."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import httpx
import pytest

from duotone.runtime.log import Log
from duotone.runtime.log.verify import verify
from tests.server.ops.served import process
from tests.server.streams.listening import parsed

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")

WRITERS = 4


class Load:
    """Clients that create sessions and one that follows them, until the server is gone."""

    def __init__(self, client: httpx.Client) -> None:
        self.url = str(client.base_url)
        self.acknowledged: list[str] = []
        self.statuses: set[int] = set()
        self.heard: list[int] = []
        self._threads = [threading.Thread(target=self._write, args=(number,)) for number in range(WRITERS)]
        self._threads.append(threading.Thread(target=self._listen))

    def run_for(self, events: int) -> None:
        """Begin, and return once so many events were heard of."""
        for thread in self._threads:
            thread.start()
        deadline = time.monotonic() + 30
        while len(self.heard) < events and time.monotonic() < deadline:
            time.sleep(0.01)
        assert len(self.heard) >= events

    def end(self) -> None:
        """Wait until nobody asks any more."""
        for thread in self._threads:
            thread.join(20)
            assert not thread.is_alive()

    def _write(self, number: int) -> None:
        with httpx.Client(base_url=self.url, timeout=10) as client:
            for turn in range(100_000):
                name = f"s-{number}-{turn}"
                try:
                    status = client.post("/api/sessions", json={"id": name}).status_code
                except httpx.HTTPError:
                    return
                self.statuses.add(status)
                if status == 201:
                    self.acknowledged.append(name)
                elif status == 503:
                    return

    def _listen(self) -> None:
        with httpx.Client(base_url=self.url, timeout=10) as client:
            try:
                with client.stream("GET", "/api/events/stream?after=0") as stream:
                    for one in parsed(stream.iter_lines()):
                        if one.name == "message" and one.id is not None:
                            self.heard.append(int(one.id))
            except httpx.HTTPError:
                return


def rest_of(client: httpx.Client, after: int, last: int) -> list[int]:
    """Resume a stream, and return what it has up to an event."""
    found: list[int] = []
    with client.stream("GET", "/api/events/stream", headers={"Last-Event-ID": str(after)}) as stream:
        for one in parsed(stream.iter_lines()):
            assert one.name == "message"
            assert one.id is not None
            found.append(int(one.id))
            if found[-1] >= last:
                return found
    return found


def visible(path: Path) -> list[int]:
    """Return the ids of all events that a caller can see."""
    with Log(path) as log:
        return [event.id for event in log.read_all() if event.session != "duotone.sessions"]


def test_after_kill_9_under_load_all_that_was_acknowledged_is_there_and_streams_go_on(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    with process(path) as (child, client):
        load = Load(client)
        load.run_for(60)
        child.kill()
        load.end()
    assert load.statuses == {201}
    assert verify(path) == []
    with process(path) as (_, client), ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda name: client.get(f"/api/sessions/{name}").status_code, load.acknowledged)
        assert set(found) == {200}
        assert client.post("/api/sessions", json={"id": "after"}).status_code == 201
        written = visible(path)
        rest = rest_of(client, load.heard[-1], written[-1])
    assert load.heard + rest == written
    assert all(before < after for before, after in pairwise(load.heard + rest))


def test_at_sigterm_under_load_nothing_that_was_accepted_is_lost_and_the_end_comes_in_time(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    with process(path) as (child, client):
        load = Load(client)
        load.run_for(60)
        begun = time.monotonic()
        child.send_signal(signal.SIGTERM)
        _, err = child.communicate(timeout=20)
        took = time.monotonic() - begun
        load.end()
    assert (child.returncode, took < 5) == (0, True), err
    assert load.statuses <= {201, 503}
    assert "Traceback" not in err
    with Log(path) as log:
        assert all(log.head(name) for name in load.acknowledged)
    assert verify(path) == []


def test_a_turn_that_does_not_end_in_time_is_parked_and_the_next_process_goes_on_with_it(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    with process(path, "drain_seconds=0.9") as (child, client):
        run = client.post("/v1/runs", json={"model": "echo", "input": "nap 60"}).json()
        _wait_for_step(client, run["id"], "step.started", 2)
        begun = time.monotonic()
        child.send_signal(signal.SIGTERM)
        assert child.wait(20) == 0
        assert time.monotonic() - begun < 10  # a busy machine takes its time to end a process
    with process(path) as (_, client):
        found = {}
        for _ in range(200):
            found = client.get(f"/v1/runs/{run['id']}").json()
            if found["status"] == "completed":
                break
            time.sleep(0.05)
    assert found["status"] == "completed", found


def _wait_for_step(client: httpx.Client, run: str, kind: str, count: int) -> None:
    seen = 0
    with client.stream("GET", f"/v1/runs/{run}/events") as stream:
        for one in parsed(stream.iter_lines()):
            seen += one.name == "message" and one.data["kind"] == kind
            if seen == count:
                return


def test_a_unit_that_blocks_holds_nobody_else_up(tmp_path: Path) -> None:
    with process(tmp_path / "log.db") as (_, client):
        run = client.post("/v1/runs", json={"model": "echo", "input": "block 2"}).json()
        _wait_for_step(client, run["id"], "step.started", 2)
        took: list[float] = []
        for _ in range(20):
            begun = time.monotonic()
            assert client.get("/readyz").status_code == 200
            took.append(time.monotonic() - begun)
        assert sorted(took)[len(took) // 2] < 0.5
        assert client.get(f"/v1/runs/{run['id']}").json()["status"] == "in_progress"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A filesystem of its own that is soon full."""
    directory, mount = tmp_path / "disk", shutil.which("mount")
    directory.mkdir()
    can_mount = mount is not None and sys.platform == "linux" and os.geteuid() == 0
    command = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(directory)]
    if not can_mount or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("a filesystem can't be mounted here")
    yield directory
    subprocess.run(["umount", "-l", str(directory)], check=True)  # noqa: S607  # there is one


def readiness(client: httpx.Client, status: int) -> list[str]:
    """Return what is in the way once the answer has this status; what was found is good for a moment."""
    deadline = time.monotonic() + 10
    while (answer := client.get("/readyz")).status_code != status and time.monotonic() < deadline:
        time.sleep(0.1)
    assert answer.status_code == status
    return list(answer.json()["faults"])


def test_a_full_disk_is_named_and_refuses_writes_until_there_is_room_again(small_disk: Path) -> None:
    path, ballast = small_disk / "log.db", small_disk / "ballast"
    with process(path) as (_, client):
        ballast.write_bytes(b"x" * 1_000_000)
        kept: list[str] = []
        refused: httpx.Response | None = None
        for number in range(2000):
            answer = client.post("/api/sessions", json={"id": f"s-{number}"})
            if answer.status_code != 201:
                refused = answer
                break
            kept.append(f"s-{number}")
        assert refused is not None
        assert (refused.status_code, refused.json()["type"]) == (503, "urn:duotone:LogUnwritable")
        assert readiness(client, 503) == ["store"]
        assert client.get(f"/api/sessions/{kept[-1]}").status_code == 200
        ballast.unlink()
        assert readiness(client, 200) == []
        assert client.post("/api/sessions", json={"id": "after"}).status_code == 201
    with Log(path) as log:
        assert all(log.head(name) for name in [*kept, "after"])
