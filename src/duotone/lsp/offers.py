"""Which actions a request is answered with: those at its span, and all safe fixes of a document at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lsprotocol import types

from duotone.lsp.tasks import Ruling

__all__ = ["FIX_ALL", "KINDS", "offers"]

FIX_ALL = "source.fixAll.duotone"
KINDS: tuple[str, ...] = (types.CodeActionKind.QuickFix.value, FIX_ALL)


def offers(
    uri: str, here: Sequence[Ruling], everywhere: Sequence[Ruling], only: Sequence[str] | None
) -> list[types.CodeAction]:
    """Return the actions for the rulings `here`, and one for `everywhere` in the document, of the kinds asked for."""
    found: list[types.CodeAction] = []
    if _is_wanted(KINDS[0], only):
        found += [action for ruling in here for action in ruling.actions]
    # Without being asked for it would stand in the menu of every line.
    if only is not None and _is_wanted(FIX_ALL, only):
        edits = _together(uri, everywhere)
        if edits:
            edit = types.WorkspaceEdit(changes={uri: edits})
            found.append(types.CodeAction(title="Fix everything that is safe to fix", kind=FIX_ALL, edit=edit))
    return found


def _is_wanted(kind: str, only: Sequence[str] | None) -> bool:
    """A kind stands for everything below it: `source` and `source.fixAll` ask for ours too."""
    return only is None or any(kind == wanted or kind.startswith(f"{wanted}.") for wanted in only)


def _together(uri: str, rulings: Iterable[Ruling]) -> list[types.TextEdit]:
    """The edits of all safe fixes within one document, each fix as a whole or, where it meets another, not at all."""
    taken: list[types.TextEdit] = []
    for ruling in rulings:
        for action in ruling.actions:
            changes = action.edit.changes if action.edit else None
            if not action.is_preferred or not changes or set(changes) != {uri}:
                continue
            edits = [edit for edit in changes[uri] if edit not in taken]
            if not any(_meet(edit.range, other.range) for edit in edits for other in taken):
                taken += edits
    return taken


def _meet(one: types.Range, other: types.Range) -> bool:
    starts, ends = (one.start, other.start), (one.end, other.end)
    latest = max((at.line, at.character) for at in starts)
    earliest = min((at.line, at.character) for at in ends)
    return latest < earliest or starts[0] == starts[1]
