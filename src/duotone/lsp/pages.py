"""The texts of rules as files in the cache, so that the code of a diagnostic is a link that works offline."""

from __future__ import annotations

from pathlib import Path

__all__ = ["Pages"]


class Pages:
    """Writes the page of a rule when it is first linked to."""

    def __init__(self, cache: Path | None) -> None:
        self._folder = None if cache is None else cache / "rules"
        self._known: dict[str, str | None] = {}

    def link(self, code: str, name: str, doc: str) -> str | None:
        """Return the address of a rule's page, or nothing where there is no text or no place to keep it."""
        if code not in self._known:
            self._known[code] = self._write(code, f"# {code} {name}\n\n{doc.strip()}\n") if doc else None
        return self._known[code]

    def _write(self, code: str, text: str) -> str | None:
        if self._folder is None:
            return None
        path = self._folder / f"{code}.md"
        try:
            if not path.is_file() or path.read_text(encoding="utf-8") != text:
                self._folder.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8", newline="\n")
        except OSError:
            return None  # a diagnostic without a link is better than none
        return path.absolute().as_uri()
