"""Which step is running here: its idempotency key, for units that pass it on to whoever they call."""

from __future__ import annotations

from contextvars import ContextVar

__all__ = ["KEY", "current_key", "key_of"]

KEY: ContextVar[str | None] = ContextVar("duotone_step_key", default=None)
"""The key of the step that the current code runs for; it travels with the context into threads and tasks."""


def key_of(run: str, step: str) -> str:
    """Return the key of a step: the same for all its attempts, and for no other step of any run."""
    return f"{run}/{step}"


def current_key() -> str | None:
    """Return the idempotency key of the step that the caller runs for, or None outside of a step."""
    return KEY.get()
