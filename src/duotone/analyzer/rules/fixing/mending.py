"""The edits that mend a fault: `await` put in or taken out, `for` and `with` recolored, a task kept, a bridge built."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection

from duotone.analyzer.findings import Edit
from duotone.analyzer.flow import known
from duotone.analyzer.link.nodes import Node
from duotone.analyzer.rules.fixing.layout import Layout, Point, bound_names
from duotone.analyzer.rules.fixing.preamble import after_imports, imported
from duotone.analyzer.rules.writer import Writer

__all__ = [
    "awaited",
    "bridged",
    "collected",
    "iterated",
    "kept",
    "recolored_with",
    "renamed",
    "started",
    "turned_with",
    "unasserted",
    "unawaited",
]

_SIMPLE = ast.Call | ast.Name | ast.Attribute | ast.Subscript
_TASKS = "_background_tasks"


def awaited(writer: Writer, node: ast.expr) -> list[Edit]:
    """Put `await` before an expression, in parentheses where it would be taken for something else."""
    layout = writer.layout
    start, end = layout.start(node), layout.end(node)
    word = " await " if re.search(r"\w$", layout.before(start)) else "await "
    if layout.binds_tighter(node) and not layout.has_parentheses(node):
        return [writer.insert(start, f"({word.lstrip()}"), writer.insert(end, ")")]
    return [writer.insert(start, word)]


def unawaited(writer: Writer, node: ast.Await) -> list[Edit]:
    """Take the `await` away, and parentheses that were only there for it."""
    layout, inner = writer.layout, node.value
    start, end = layout.start(node), layout.end(node)
    first, last = layout.start(inner), layout.end(inner)
    opening, closing = layout.between(start, first), layout.between(last, end)
    if "#" in opening + closing or "\n" in opening + closing or not isinstance(inner, _SIMPLE):
        word = re.match(r"await[ \t\f]*", layout.after(start))
        return [writer.replace(start, (start[0], start[1] + word.end()), "")] if word else []
    if layout.binds_tighter(node) and layout.has_parentheses(node):
        head, tail = layout.before(start), layout.after(end)
        if head.endswith("(") and tail.startswith(")"):
            start, end = (start[0], start[1] - 1), (end[0], end[1] + 1)
    edits = [writer.replace(start, first, "")]
    return edits if last == end else [*edits, writer.replace(last, end, "")]


def unasserted(writer: Writer, node: ast.Assert) -> list[Edit]:
    """Await what is asserted, without the message; nothing where parentheses stand around one of both."""
    layout = writer.layout
    start, end, message = layout.start(node), layout.end(node), node.msg
    edits = [writer.replace(start, (start[0], start[1] + len("assert")), "await")]
    if message is None:
        return edits
    last = layout.end(node.test)
    if layout.between(last, layout.start(message)).strip() != "," or layout.end(message) != end:
        return []
    return [*edits, writer.replace(last, end, "")]


def renamed(writer: Writer, node: ast.Call, name: str) -> Edit:
    """Call another method of the same object."""
    line, end = writer.layout.end(node.func)
    return writer.replace((line, end - len(known.called(node.func))), (line, end), name)


def iterated(writer: Writer, node: ast.expr) -> list[Edit]:
    """Put `async` before the `for` that runs over an expression; nothing where there is none, or it may not be one."""
    layout = writer.layout
    parent = layout.parents.get(node)
    if isinstance(parent, ast.For) and parent.iter is node:
        return [writer.insert(layout.start(parent), "async ")]
    if not isinstance(parent, ast.comprehension) or parent.iter is not node:
        return []
    around = layout.parents[parent]
    at = layout.keyword_before("for", layout.start(parent.target))
    if at is None or isinstance(around, ast.GeneratorExp):
        return []
    return [writer.insert(at, "async ")]


def collected(writer: Writer, node: ast.expr) -> list[Edit]:
    """Turn `list(stream)` into a list of what `async for` gives."""
    layout = writer.layout
    call = layout.parents.get(node)
    match call:
        case ast.Call(func=ast.Name(id="list"), args=[only], keywords=[]) if only is node:
            start, end = layout.start(call), layout.end(call)
            head, tail = layout.between(start, layout.start(node)), layout.between(layout.end(node), end)
            if head == "list(" and tail == ")":
                return [
                    writer.replace(start, layout.start(node), "[item async for item in "),
                    writer.replace(layout.end(node), end, "]"),
                ]
        case _:
            pass
    return []


def recolored_with(writer: Writer, node: ast.expr, others: Collection[Node]) -> list[Edit]:
    """Make the `with` around an item one of the other color; nothing unless all of its items want that."""
    layout = writer.layout
    item = layout.parents.get(node)
    block = layout.parents.get(item) if isinstance(item, ast.withitem) else None
    if not isinstance(block, ast.With | ast.AsyncWith):
        return []
    return [] if any(one.context_expr not in others for one in block.items) else turned_with(writer, block)


def turned_with(writer: Writer, block: ast.With | ast.AsyncWith) -> list[Edit]:
    """Give a `with` the other color."""
    layout = writer.layout
    start = layout.start(block)
    if isinstance(block, ast.With):
        return [writer.insert(start, "async ")]
    found = re.match(r"async[ \t\f]+(?=with\b)", layout.after(start))
    return [writer.replace(start, (start[0], start[1] + found.end()), "")] if found else []


def kept(writer: Writer, node: ast.Call, function: ast.AST) -> list[Edit]:
    """Keep the task that a statement drops in a set of the module, until it is done."""
    layout = writer.layout
    statement = layout.parents.get(node)
    name = _task_name(statement, function)
    if writer.cells or not name or not isinstance(statement, ast.stmt) or not layout.is_alone(statement):
        return []
    indent = layout.before(layout.start(statement))
    line = statement.end_lineno or statement.lineno
    after = f"\n{indent}{_TASKS}.add({name})\n{indent}{name}.add_done_callback({_TASKS}.discard)"
    edits = [writer.insert((line, len(layout.lines[line - 1]) + 1), after)]
    if isinstance(statement, ast.Expr):
        edits.insert(0, writer.insert(layout.start(statement), f"{name} = "))
    if _TASKS in layout.names:
        return edits if _is_set(layout.tree) else []
    place = after_imports(layout)
    if place is None or place[1] == 1:
        return []
    return [writer.insert(place, f"\n\n{_TASKS}: {_annotation(layout.tree)} = set()"), *edits]


def _annotation(tree: ast.Module) -> str:
    """What tells the type of the set, in quotes where it would be evaluated, which Python 3.8 can't."""
    is_deferred = any(
        isinstance(one, ast.ImportFrom)
        and one.module == "__future__"
        and any(a.name == "annotations" for a in one.names)
        for one in tree.body
    )
    return "set[object]" if is_deferred else '"set[object]"'


def _is_set(tree: ast.Module) -> bool:
    """Say whether the name that keeps tasks is that of an empty set, as this fix has made it elsewhere in the file."""
    made = [one for one in tree.body if isinstance(one, ast.Assign | ast.AnnAssign) and one.value]
    return any(re.match(rf"{_TASKS}\b.*= set\(\)$", ast.unparse(one)) for one in made)


def _task_name(statement: ast.AST | None, function: ast.AST) -> str:
    """The name that a task has, or one that is free."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)]) if name != "_":
            return name
        case ast.Expr():
            taken = bound_names(function)
            return next((one for one in ("task", "background_task") if one not in taken), "")
        case _:
            return ""


def bridged(writer: Writer, node: ast.expr, how: str = "run") -> list[Edit]:
    """Run a coroutine with `duotone.run`, or what else the bridge has for it, importing it where it isn't."""
    return _given_to(writer, node, "duotone", how)


def started(writer: Writer, node: ast.expr) -> list[Edit]:
    """Make a task of a coroutine, importing asyncio where it isn't."""
    return _given_to(writer, node, "asyncio", "create_task")


def _given_to(writer: Writer, node: ast.expr, module: str, function: str) -> list[Edit]:
    layout = writer.layout
    edits = [writer.insert(layout.start(node), f"{module}.{function}("), writer.insert(layout.end(node), ")")]
    if imported(layout.tree, module):
        return edits
    place = None if writer.cells or module in layout.names else after_imports(layout)
    if place is None:
        return []
    return [_import(writer, layout, place, module), *edits]


def _import(writer: Writer, layout: Layout, place: Point, module: str) -> Edit:
    if place[1] == 1:
        return writer.insert(place, f"import {module}\n\n")
    gap = "\n" if re.match(r"(import|from(?! __future__))\b", layout.lines[place[0] - 1]) else "\n\n"
    return writer.insert(place, f"{gap}import {module}")
