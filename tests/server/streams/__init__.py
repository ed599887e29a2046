"""Streams of events, over SSE and WebSocket."""

from __future__ import annotations
