"""From a place in a file to a mutation with its label and its stable id."""

from __future__ import annotations

import ast
import collections
import hashlib
from collections.abc import Iterable

from .records import Mutation, Spot, TextEdit
from .source import Source

__all__ = ["Drafts"]


class Drafts:
    """Makes the mutations of one kind in one file; equal places are told apart by their order."""

    def __init__(self, source: Source, kind: str) -> None:
        self.source, self.kind = source, kind
        self._seen: collections.Counter[str] = collections.Counter()

    def make(
        self,
        node: ast.expr | ast.stmt,
        strata: tuple[str, str],
        description: str,
        edits: Iterable[TextEdit],
        related: Iterable[Spot] = (),
    ) -> Mutation:
        """Return the mutation of one node; `strata` are the use of the value and the way to the callee."""
        source = self.source
        statement = source.statement(node)
        around = source.function(node) if isinstance(node, ast.expr) else statement
        span = around or statement
        return Mutation(
            id=self._identity(node),
            kind=self.kind,
            path=source.path,
            line=node.lineno,
            column=source.start(node) - source.positions.starts[node.lineno - 1] + 1,
            end_line=_last_line(source, node),
            use=strata[0],
            receiver=strata[1],
            symbol=source.symbol(node),
            description=description,
            edits=tuple(sorted(edits)),
            function=(span.lineno, span.end_lineno or span.lineno),
            related=tuple(related),
        )

    def _identity(self, node: ast.expr | ast.stmt) -> str:
        source = self.source
        head = source.segment(node) if isinstance(node, ast.expr) else ""
        label = "\0".join([self.kind, source.path, source.symbol(node), head])
        self._seen[label] += 1
        digest = hashlib.sha256(f"{label}\0{self._seen[label]}".encode("utf-8", "surrogatepass")).hexdigest()
        return f"{self.kind}-{digest[:10]}"


def _last_line(source: Source, node: ast.expr | ast.stmt) -> int:
    """Return the last line of the statement, or of its head when it has a body."""
    statement = source.statement(node)
    body = getattr(statement, "body", None) or getattr(statement, "cases", None)
    if not body:
        return statement.end_lineno or statement.lineno
    first = body[0].pattern if isinstance(body[0], ast.match_case) else body[0]
    return max(node.lineno, min(node.end_lineno or node.lineno, int(first.lineno)))
