"""Ctrl-C while a turn goes on: the first ends the turn, the second the program."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Generator

from duotone.cli.chatting.items import Talk

__all__ = ["interrupting"]

_LOOK = 0.05


@contextlib.contextmanager
def interrupting(talk: Talk) -> Generator[None]:
    """Let Ctrl-C interrupt the turn for the block; nothing is raised where the turn can be interrupted."""
    has_been, has_ended = threading.Event(), threading.Event()

    def interrupt() -> None:
        while not talk.interrupt() and not has_ended.wait(_LOOK):
            pass  # it may be about to begin

    def on_signal(*_: object) -> None:
        if has_been.is_set():
            raise KeyboardInterrupt
        has_been.set()
        # Not from here: this may stand in the middle of what it would have to wait for.
        threading.Thread(target=interrupt, daemon=True).start()

    before = signal.signal(signal.SIGINT, on_signal)
    try:
        yield
    finally:
        has_ended.set()
        signal.signal(signal.SIGINT, before)
