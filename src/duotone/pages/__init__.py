"""What the report and the console have in common: colors, elements, source and proofs, as files for a browser."""

from __future__ import annotations

from duotone.pages.sharing import inlined, shared_files, shared_text

__all__ = ["inlined", "shared_files", "shared_text"]
