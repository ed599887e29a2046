"""Tests of several server processes that share one log on PostgreSQL."""

from __future__ import annotations
