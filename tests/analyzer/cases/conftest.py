"""The cases are read by the analyzer, never run by pytest."""

from __future__ import annotations

collect_ignore_glob = ["*"]
