"""The bodies of requests and answers, a module for each resource, with examples."""

from __future__ import annotations

__all__: list[str] = []
