"""What the operating commands work on: the log of this machine or a server, with the same methods."""

from __future__ import annotations

from duotone.cli.stores.shapes import Outbox, Processes, Row, Runs, Sessions, Store

__all__ = ["Outbox", "Processes", "Row", "Runs", "Sessions", "Store"]
