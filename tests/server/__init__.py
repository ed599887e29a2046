"""The server, asked by real clients."""

from __future__ import annotations
