"""A signal to end is heard under any server: an open stream ends, and keeps no process."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import threading
from typing import Any

import httpx
import pytest

from duotone.server.signals import heard
from tests.server.ops.served import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")

PLAIN = """
import socket, uvicorn
from duotone.server import Ground, create_app
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
uvicorn.Server(uvicorn.Config(create_app(Ground()), log_level="error")).run([listener])
"""


def test_an_open_stream_does_not_keep_an_application_under_a_plain_uvicorn() -> None:
    with subprocess.Popen([sys.executable, "-c", PLAIN], cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        try:
            assert child.stdout is not None
            url = f"http://127.0.0.1:{int(child.stdout.readline())}/api/events/stream"
            with httpx.stream("GET", url, timeout=20) as answer:
                lines = answer.iter_lines()
                assert next(lines) == "retry: 1000"
                child.send_signal(signal.SIGTERM)
                for _ in lines:  # until it ends
                    pass
            assert child.wait(20) == -signal.SIGTERM  # as uvicorn ends, which has heard it too
        finally:
            child.kill()


def test_signals_are_left_as_they_were_and_go_to_who_heeds_them() -> None:
    seen: list[Any] = []

    def heed(number: int, _: object) -> None:
        seen.append(number)

    async def work() -> None:
        with heard(lambda: seen.append("end")):
            assert signal.getsignal(signal.SIGTERM) is not heed
            signal.raise_signal(signal.SIGTERM)
            await asyncio.sleep(0)

    before = signal.signal(signal.SIGTERM, heed)
    try:
        asyncio.run(work())
        assert signal.getsignal(signal.SIGTERM) is heed
    finally:
        signal.signal(signal.SIGTERM, before)
    assert seen == [signal.SIGTERM, "end"]


def test_nothing_is_set_where_nobody_heeds_a_signal_or_on_another_thread() -> None:
    found: list[Any] = []

    async def look() -> None:
        with heard(list):
            found.append(signal.getsignal(signal.SIGTERM))

    asyncio.run(look())
    thread = threading.Thread(target=asyncio.run, args=(look(),))
    thread.start()
    thread.join()
    assert found == [signal.SIG_DFL] * 2
