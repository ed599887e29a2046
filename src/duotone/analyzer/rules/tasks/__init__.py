"""Loops and tasks: who holds a task, and which loop is there, refused or stopped."""

from __future__ import annotations

__all__: list[str] = []
