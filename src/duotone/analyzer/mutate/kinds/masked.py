"""A missing `await` that a broad except hides: one that stands there, or one that is put around the statement."""

from __future__ import annotations

import ast
import io
import itertools
import tokenize
from collections.abc import Iterator

from duotone.analyzer.mutate.drafts import Drafts
from duotone.analyzer.mutate.inventory import Inventory, last_name
from duotone.analyzer.mutate.records import Mutation, TextEdit
from duotone.analyzer.mutate.source import FUNCTIONS, Source, own_nodes

from .awaits import sites

__all__ = ["is_hidden", "plant"]

_BROAD = ("Exception", "BaseException")
# Uses whose failure, or whose silence, happens within the statement, so that an except around it hides something.
_WITHIN = ("statement", "argument", "attribute", "subscript", "unpacked", "operation", "f-string")
_INDENT = "    "


def plant(source: Source, inventory: Inventory) -> Iterator[Mutation]:
    """Yield the sites under a broad except as they are, and the others with one around them."""
    drafts = Drafts(source, "except")
    for site in sites(source, inventory):
        edits = [source.without_await(site.node)]
        words = f"`await` is missing before {site.callee}(...), under a broad except"
        if not is_hidden(source, site.node):
            if site.use not in _WITHIN or (around := _wrapped(source, source.statement(site.node))) is None:
                continue
            edits = [*around, *edits]
            words += " that was put around it"
        yield drafts.make(site.node, (site.use, site.receiver), words, edits)


def is_hidden(source: Source, node: ast.expr) -> bool:
    """Whether a broad except of the same function swallows what is raised at a node."""
    child: ast.AST = node
    for parent in itertools.takewhile(lambda one: not isinstance(one, FUNCTIONS), source.above(node)):
        if isinstance(parent, ast.Try) and child in parent.body and any(map(_swallows, parent.handlers)):
            return True
        if isinstance(parent, ast.With) and any(_is_suppress(item.context_expr) for item in parent.items):
            return child in parent.body
        child = parent
    return False


def _swallows(handler: ast.ExceptHandler) -> bool:
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    if not any(one is None or last_name(one) in _BROAD for one in kinds):
        return False
    return not any(isinstance(node, ast.Raise) for node in own_nodes(handler))


def _is_suppress(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and last_name(node.func) == "suppress" and last_name(node.args[0]) in _BROAD


def _wrapped(source: Source, statement: ast.stmt) -> list[TextEdit] | None:
    """Return the edits that put try and except around a simple statement that has its lines to itself."""
    first, last = statement.lineno, statement.end_lineno or statement.lineno
    start, end = source.start(statement), source.end(statement)
    head = source.text[source.positions.starts[first - 1] : start]
    rest = source.positions.line_text(last)[end - source.positions.starts[last - 1] :]
    is_simple = isinstance(statement, ast.Expr | ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Return)
    if not is_simple or head.strip() or (rest.strip() and not rest.strip().startswith("#")):
        return None
    newline = "\r\n" if "\r\n" in source.text else "\n"
    inside = _continued_strings(source, first, last)
    opening = source.positions.starts[first - 1]
    edits = [source.replace(opening, opening, f"{head}try:{newline}{_INDENT}")]
    for line in range(first + 1, last + 1):
        place = source.positions.starts[line - 1]
        if line not in inside and source.positions.line_text(line).strip():
            edits.append(source.replace(place, place, _INDENT))
    closing = end + len(rest)
    edits.append(source.replace(closing, closing, f"{newline}{head}except Exception:{newline}{head}{_INDENT}pass"))
    return edits


def _continued_strings(source: Source, first: int, last: int) -> set[int]:
    """Return the lines that begin inside a string, which must not be moved."""
    lines: set[int] = set()
    reader = io.StringIO("\n".join(map(source.positions.line_text, range(first, last + 1))) + "\n").readline
    depth: list[int] = []
    for token in tokenize.generate_tokens(reader):
        name = tokenize.tok_name[token.type]
        if name in {"FSTRING_START", "TSTRING_START"}:  # pragma: needs 3.12
            depth.append(token.start[0])
        elif name in {"FSTRING_END", "TSTRING_END"}:  # pragma: needs 3.12
            lines.update(range(first + depth.pop(), first + token.end[0]))
        elif name == "STRING":
            lines.update(range(first + token.start[0], first + token.end[0]))
    return lines
