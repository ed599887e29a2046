"""The resources over HTTP."""

from __future__ import annotations
