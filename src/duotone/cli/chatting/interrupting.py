"""Ctrl-C in a chat: at the prompt it ends nothing, in a turn the first ends the turn, and the second the program."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Generator
from typing import Self

from duotone.cli.chatting.items import Talk
from duotone.cli.chatting.rousing import Rouser

__all__ = ["Interrupts"]

_LOOK = 0.05


class Interrupts:
    """Heeds Ctrl-C for a block, so that nothing is raised where a turn goes on or is about to begin."""

    def __init__(self, talk: Talk) -> None:
        self._talk = talk
        self._is_asking = False
        self._is_wanted = False
        self._rouser = Rouser()

    def __enter__(self) -> Self:
        """Heed it."""
        self._before = signal.signal(signal.SIGINT, self._heed)
        return self

    def __exit__(self, *exc_info: object) -> None:
        """Leave it as it was."""
        signal.signal(signal.SIGINT, self._before)

    @contextlib.contextmanager
    def asking(self) -> Generator[None]:
        """Let Ctrl-C be a `KeyboardInterrupt` for the block, since somebody is asked and no turn goes on."""
        with self._rouser if hasattr(signal, "pthread_kill") else contextlib.nullcontext():
            self._is_asking, self._is_wanted = True, False
            try:
                yield
            finally:
                self._is_asking = False

    def _heed(self, *_: object) -> None:
        self._rouser.take()
        if self._is_asking or self._is_wanted:
            raise KeyboardInterrupt
        self._is_wanted = True
        # Not from here: this may stand in the middle of what it would have to wait for.
        threading.Thread(target=self._interrupt, daemon=True).start()

    def _interrupt(self) -> None:
        while not self._talk.interrupt() and not self._is_asking:
            time.sleep(_LOOK)  # the turn may be about to begin
