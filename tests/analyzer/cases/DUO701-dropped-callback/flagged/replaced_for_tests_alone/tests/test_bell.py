"""The timer is started."""

import threading

import bell


class Recorder:
    def __init__(self, interval, function) -> None:
        self.function = function

    def start(self) -> None:
        pass


def test_timer(monkeypatch) -> None:
    monkeypatch.setattr(threading, "Timer", Recorder)
    bell.start()
