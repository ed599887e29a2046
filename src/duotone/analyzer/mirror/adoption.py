"""Twins that were kept by hand, compared with what would be made: what differs, and which rules would explain it."""

from __future__ import annotations

import ast
import dataclasses
import difflib
import tokenize
from collections import Counter
from collections.abc import Iterator
from io import StringIO

from duotone.analyzer.mirror.plan import Made
from duotone.analyzer.parsing import parse

__all__ = ["Comparison", "compared"]

_Scope = dict[str, str]


@dataclasses.dataclass(frozen=True, slots=True)
class Comparison:
    """One pair: whether its code is the same, the definitions that only one side has or that differ, and hints."""

    made: Made
    is_missing: bool
    is_same: bool
    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[str, ...]
    renames: tuple[tuple[str, str], ...]


def compared(made: Made) -> Comparison:
    """Compare a copy that would be made with the file that is there."""
    try:
        old = made.twin.target.read_text(encoding="utf-8-sig")
    except OSError:
        return Comparison(made, is_missing=True, is_same=False, added=(), removed=(), changed=(), renames=())
    there, new = parse(old).tree, parse(made.text).tree
    before, after = _definitions(there), _definitions(new)
    return Comparison(
        made,
        is_missing=False,
        is_same=ast.dump(there) == ast.dump(new),
        added=tuple(name for name in after if name not in before),
        removed=tuple(name for name in before if name not in after),
        changed=tuple(name for name in after if name in before and before[name] != after[name]),
        renames=tuple(_renames(made.text, old)),
    )


def _definitions(tree: ast.Module) -> _Scope:
    """Every function, and what stands outside of them, by its dotted name."""
    found: _Scope = {}
    rest: list[str] = []
    waiting: list[tuple[str, ast.stmt]] = [("", node) for node in tree.body]
    while waiting:
        prefix, node = waiting.pop(0)
        if isinstance(node, ast.ClassDef):
            waiting += [(f"{prefix}{node.name}.", one) for one in node.body]
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found[f"{prefix}{node.name}"] = ast.dump(node)
        else:
            rest.append(prefix + ast.dump(node))
    return {"(outside of functions)": "".join(rest), **found}


def _renames(made: str, old: str) -> Iterator[tuple[str, str]]:
    """Names that stand in each other's place wherever the two differ: a rule that is missing."""
    ours, theirs = _names(made), _names(old)
    pairs: Counter[tuple[str, str]] = Counter()
    matcher = difflib.SequenceMatcher(None, ours, theirs, autojunk=False)
    for kind, start, end, first, last in matcher.get_opcodes():
        if kind == "replace" and end - start == last - first:
            pairs.update(zip(ours[start:end], theirs[first:last], strict=True))
    for (one, other), count in pairs.most_common():
        is_clear = sum(1 for name, _ in pairs if name == one) == 1 and one.isidentifier() and other.isidentifier()
        if is_clear and one not in theirs and count == ours.count(one):
            yield one, other


def _names(text: str) -> list[str]:
    try:
        return [
            token.string
            for token in tokenize.generate_tokens(StringIO(text).readline)
            if token.type in {tokenize.NAME, tokenize.OP, tokenize.NUMBER}
        ]
    except (tokenize.TokenError, IndentationError):
        return []
