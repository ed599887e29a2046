"""One source made into its sync copy, or refused line by line."""

from __future__ import annotations

import dataclasses

from tree_sitter import Node

from duotone.analyzer.mirror.conditions import resolve
from duotone.analyzer.mirror.draft import Draft, text_of, walk
from duotone.analyzer.mirror.names import Names
from duotone.analyzer.mirror.records import Refusal, Twin
from duotone.analyzer.mirror.rewriting import Rewriter
from duotone.analyzer.mirror.side import Side
from duotone.analyzer.mirror.tidying import tidied

__all__ = ["Copy", "copied"]


@dataclasses.dataclass(frozen=True, slots=True)
class Copy:
    """The text of a copy, what stood in the way of it, and the statements and wrappers of the rules that it used."""

    text: str
    refusals: tuple[Refusal, ...]
    used: frozenset[str]


def copied(text: str, path: str, twin: Twin, side: Side) -> Copy:
    """Return the sync copy of a source; `path` is what its refusals call it."""
    resolved = resolve(text, side.rules.conditions)
    draft = Draft(resolved.text)
    refusals = [
        _refusal(path, draft, node, "can't be parsed; mend it first", resolved.lines) for node in _broken(draft)
    ]
    if refusals:
        return Copy(text, tuple(refusals), frozenset())
    rewriter = Rewriter(draft, twin, side)
    made = rewriter.run()
    refused = [*rewriter.refused, *_collisions(draft.root, side.names)]
    refusals = [_refusal(path, draft, node, message, resolved.lines) for node, message in refused]
    return Copy(
        tidied(text, made, rewriter.needed, rewriter.built_in, side.rules.keep),
        tuple(sorted(refusals)),
        frozenset(rewriter.used),
    )


def _broken(draft: Draft) -> list[Node]:
    if not draft.root.has_error:
        return []
    return [node for node in walk(draft.root) if node.is_error or node.is_missing][:1]


def _refusal(path: str, draft: Draft, node: Node, message: str, lines: list[int]) -> Refusal:
    row = node.start_point[0]
    start = draft.data.rfind(b"\n", 0, node.start_byte) + 1
    column = len(draft.data[start : node.start_byte].decode()) + 1
    return Refusal(path, lines[min(row, len(lines) - 1)], column, message)


def _collisions(root: Node, names: Names) -> list[tuple[Node, str]]:
    """Definitions of one block that would have the same name, though they have two on the async side."""
    found: list[tuple[Node, str]] = []
    for block in walk(root):
        if block.type not in {"module", "block"}:
            continue
        taken: dict[str, str] = {}
        for statement in block.named_children:
            inner = (
                statement.child_by_field_name("definition") if statement.type == "decorated_definition" else statement
            )
            name = (
                inner.child_by_field_name("name") if inner is not None and inner.type.endswith("_definition") else None
            )
            if name is None:
                continue
            before, after = text_of(name), names(text_of(name))
            if taken.setdefault(after, before) != before:
                message = (
                    f"`{before}` and `{taken[after]}` would both be `{after}`; rename one of them, "
                    "or put the one that is for one side alone under `if IS_ASYNC:`"
                )
                found.append((name, message))
    return found
