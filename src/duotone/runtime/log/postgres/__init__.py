"""The log on PostgreSQL: the same promises as in a file, for processes on any number of machines."""

from __future__ import annotations

from duotone.runtime.log.postgres.store import PostgresStore

__all__ = ["PostgresStore"]
