"""What the server does under load from a second process, beside a bare FastAPI application on the same uvicorn."""

from __future__ import annotations
