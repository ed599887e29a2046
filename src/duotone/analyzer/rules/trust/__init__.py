"""Which findings are less sure than they look: by whose file they are in, and by what the project says as a whole."""

from __future__ import annotations

__all__: list[str] = []
