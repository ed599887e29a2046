"""What a hover shows: the findings at a place first, then the color of the function that is named there."""

from __future__ import annotations

from lsprotocol import types

from duotone.lsp.published import Published

__all__ = ["hover_at"]


def hover_at(published: Published, uri: str, version: int | None, span: types.Range) -> types.Hover | None:
    """Return what is known at a place of a document, or None where that is nothing."""
    rulings = published.at(uri, version, span)
    hints = published.hints(uri, version, span)[:1]
    parts = [ruling.about for ruling in rulings] + [hint.about for hint in hints]
    if not parts:
        return None
    # The name is all that both are about, where there are both.
    marked = hints[0].range if hints else rulings[0].diagnostic.range
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "\n\n---\n\n".join(parts)), marked)
