"""Who may ask for what, and what is refused."""

from __future__ import annotations
