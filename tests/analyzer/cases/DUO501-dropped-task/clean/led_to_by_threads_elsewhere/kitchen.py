"""Begins on a thread, and nobody begins elsewhere."""

import threading

from kettle import Kettle, begin


def ring() -> None:
    begin(Kettle())


def plan() -> None:
    threading.Timer(5, ring).start()
