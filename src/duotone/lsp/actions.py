"""What an editor offers at a finding: its fix, and a comment that allows it."""

from __future__ import annotations

from lsprotocol import types

from duotone.analyzer.comments import Source
from duotone.analyzer.findings import Finding, Fix
from duotone.lsp.positions import Positions

__all__ = ["actions_of"]

# Rules about the file as a whole, or about comments: a comment for them would be the next finding.
_NOT_ALLOWED = frozenset({"DUO001", "DUO002"})


def actions_of(
    finding: Finding, diagnostic: types.Diagnostic, positions: Positions, source: Source
) -> tuple[types.CodeAction, ...]:
    """Return the quick fixes for a finding, the preferred one first; `source` is the text of its file."""
    actions: list[types.CodeAction] = []
    if finding.fix is not None:
        actions.append(_fix(finding.fix, diagnostic, positions))
    if finding.code not in _NOT_ALLOWED:
        actions.append(_allow(finding, diagnostic, positions, source))
    return tuple(actions)


def _fix(fix: Fix, diagnostic: types.Diagnostic, positions: Positions) -> types.CodeAction:
    changes: dict[str, list[types.TextEdit]] = {}
    for edit in fix.edits:
        new = types.TextEdit(range=positions.range(edit.place), new_text=edit.text)
        changes.setdefault(positions.uri(edit.place), []).append(new)
    return types.CodeAction(
        title=fix.title if fix.is_safe else f"{fix.title} (unsafe)",
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[diagnostic],
        is_preferred=fix.is_safe,
        edit=types.WorkspaceEdit(changes=changes),
    )


def _allow(finding: Finding, diagnostic: types.Diagnostic, positions: Positions, source: Source) -> types.CodeAction:
    """Offer a comment above the statement: at the end of a line it could fall into a string or behind a backslash."""
    first, _ = source.logical(finding.place.line)
    line = source.line(first)
    indent = line[: len(line) - len(line.lstrip(" \t\f"))]
    start = types.Position(first - 1, 0)
    end = "\r\n" if line.endswith("\r\n") else "\n"
    comment = types.TextEdit(types.Range(start, start), f"{indent}# duotone: allow {finding.name} -- say why{end}")
    return types.CodeAction(
        title=f"Allow {finding.name} here",
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[diagnostic],
        is_preferred=False,
        edit=types.WorkspaceEdit(changes={positions.uri(finding.place): [comment]}),
    )
