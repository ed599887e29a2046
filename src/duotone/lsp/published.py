"""What the client was told last, so that only changes are sent, and actions are offered for what it still shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lsprotocol import types

from duotone.lsp.tasks import Hint, Outcome, Ruling

__all__ = ["Published"]

_Versions = Mapping[str, int | None]
"""The documents that are open, and which version of each."""


class Published:
    """The rulings and hints of the last checks, by URI, with the versions of the documents that they are about."""

    def __init__(self, *, only_open: bool = False) -> None:
        self._only_open = only_open
        self._rulings: dict[str, tuple[Ruling, ...]] = {}
        self._hints: dict[str, tuple[Hint, ...]] = {}
        self._versions: dict[str, int | None] = {}

    def update(
        self, outcome: Outcome, checked: _Versions, current: _Versions
    ) -> Iterator[types.PublishDiagnosticsParams]:
        """Take an outcome over, and yield what the client has to be told.

        `checked` are the open documents as the check saw them, `current` as they are: one that was edited since keeps
        what it has until a check has seen the edit. After a check that failed in part, silence about a file is no news.
        """
        new = outcome.checked.rulings
        for uri in sorted({*new, *current} if outcome.is_partial else {*new, *current, *self._rulings}):
            if uri in current and current[uri] != checked.get(uri, -1):
                continue
            if outcome.is_partial and uri not in new:
                continue
            rulings = () if self._only_open and uri not in current else new.get(uri, ())
            self._hints.pop(uri, None)
            if uri in outcome.checked.hints:
                self._hints[uri] = outcome.checked.hints[uri]
            yield from self._tell(uri, rulings, current)

    def _tell(
        self, uri: str, rulings: tuple[Ruling, ...], current: _Versions
    ) -> Iterator[types.PublishDiagnosticsParams]:
        is_same = rulings == self._rulings.get(uri, ()) and self._versions.get(uri, -1) == current.get(uri, -1)
        self._rulings.pop(uri, None)
        self._versions.pop(uri, None)
        if rulings:
            self._rulings[uri] = rulings
        if uri in current:
            self._versions[uri] = current[uri]
        if not is_same:
            diagnostics = [ruling.diagnostic for ruling in rulings]
            yield types.PublishDiagnosticsParams(uri=uri, diagnostics=diagnostics, version=current.get(uri))

    def at(self, uri: str, version: int | None, span: types.Range) -> list[Ruling]:
        """Return what touches a span; nothing if the document was edited since it was checked."""
        return [ruling for ruling in self.of(uri, version) if _touch(ruling.diagnostic.range, span)]

    def hints(self, uri: str, version: int | None, span: types.Range) -> list[Hint]:
        """Return the hints that touch a span; nothing if the document was edited since it was checked."""
        if self._versions.get(uri, -1) != version:
            return []
        return [hint for hint in self._hints.get(uri, ()) if _touch(hint.range, span)]

    def of(self, uri: str, version: int | None) -> tuple[Ruling, ...]:
        """Return everything about a document; nothing if it was edited since it was checked."""
        if uri in self._versions and self._versions[uri] != version:
            return ()
        return self._rulings.get(uri, ())


def _touch(one: types.Range, other: types.Range) -> bool:
    return _key(one.start) <= _key(other.end) and _key(other.start) <= _key(one.end)


def _key(position: types.Position) -> tuple[int, int]:
    return position.line, position.character
