"""What the server does under load from a second process, beside its peers and a bare FastAPI application."""

from __future__ import annotations
