"""The console: files for a browser, without a build step, and how they are found and sent."""

from __future__ import annotations

__all__: list[str] = []
