"""Blocks for one side alone: `if IS_ASYNC:` and its branches, resolved for the sync side before anything else."""

from __future__ import annotations

from tree_sitter import Node

from duotone.analyzer.mirror.draft import Draft, text_of, walk

__all__ = ["Resolved", "resolve"]

_MARK = "# ASYNC"


class Resolved:
    """The text that is left for the sync side, and the line of the source that each of its lines was."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = list(range(1, text.count("\n") + 2))

    def cut(self, first: int, last: int, body: list[tuple[int, str]]) -> None:
        """Put lines, each with the index that it had, in the place of those from `first` to `last`, counted from 0."""
        lines = self.text.split("\n")
        lines[first : last + 1] = [text for _, text in body]
        self.lines[first : last + 1] = [self.lines[index] for index, _ in body]
        self.text = "\n".join(lines)


def resolve(text: str, conditions: tuple[str, ...]) -> Resolved:
    """Resolve every block that stands under a condition; the text is returned unchanged where there is none."""
    resolved = Resolved(text)
    while any(word in resolved.text for word in (*conditions, _MARK)):
        draft = Draft(resolved.text)
        chosen = next((node for node in walk(draft.root) if _tests(node, conditions)), None)
        if chosen is None:
            break
        _resolve_one(resolved, chosen, conditions)
    resolved.text = _values(resolved.text, conditions)
    return resolved


def _tests(node: Node, conditions: tuple[str, ...]) -> bool:
    return node.type == "if_statement" and any(_value(branch, conditions) is not None for branch in _branches(node))


def _branches(node: Node) -> list[Node]:
    """The parts of the statement; the first is the statement itself."""
    return [node, *(child for child in node.children if child.type in {"elif_clause", "else_clause"})]


def _value(branch: Node, conditions: tuple[str, ...]) -> bool | None:
    """Say what the test of a branch is on the sync side, or None where it isn't about the sides."""
    test = branch.child_by_field_name("condition")
    if test is None:
        return None
    text = text_of(test)
    if text in {"True", "False"} and _is_marked(branch):
        return text == "False"
    return _holds(test, conditions)


def _holds(test: Node, conditions: tuple[str, ...]) -> bool | None:
    """Say what a test is on the sync side: the name of a condition, a call of it, their opposite, or some of these."""
    if test.type == "parenthesized_expression":
        return _holds(test.named_children[0], conditions)
    if test.type == "not_operator":
        inner = _holds(test.named_children[-1], conditions)
        return None if inner is None else not inner
    if test.type == "boolean_operator":
        first, second = test.named_children
        holds = _holds(first, conditions)
        decides = text_of(test.child_by_field_name("operator")) == "or"
        return holds if holds is None or holds is decides else _holds(second, conditions)
    name = test.child_by_field_name("function") if test.type == "call" else test
    return False if text_of(name) in conditions else None


def _is_marked(branch: Node) -> bool:
    row = branch.start_point[0]
    return any(
        child.type == "comment" and child.start_point[0] == row and text_of(child).startswith(_MARK)
        for part in branch.children
        for child in (part, *part.children[:1])
    )


def _resolve_one(resolved: Resolved, node: Node, conditions: tuple[str, ...]) -> None:
    lines = resolved.text.split("\n")
    branches = _branches(node)
    first, last = node.start_point[0], _end(lines, node)
    kept: list[tuple[bool, list[int]]] = []
    for index, branch in enumerate(branches):
        value = True if branch.type == "else_clause" else _value(branch, conditions)
        stop = branches[index + 1].start_point[0] - 1 if index + 1 < len(branches) else last
        if value is not False:
            kept.append((value is True, list(range(branch.start_point[0], stop + 1))))
        if value:
            break
    margin = _indent(lines[first])
    body: list[tuple[int, str]] = []
    for index, (is_plain, rows) in enumerate(kept):
        if is_plain and index == 0:
            body += _dedented(lines, rows[1:], margin, _inside_strings(node))
            break
        body += _headed(lines, rows, margin, "else" if is_plain else "elif" if index else "if")
    if not body and node.parent is not None and node.parent.named_child_count == 1:
        body = [(first, " " * margin + "pass")]
    resolved.cut(first, last, body)


def _end(lines: list[str], node: Node) -> int:
    """The last line of a statement, with the comments that are indented as its blocks are."""
    last = node.end_point[0] - (node.end_point[1] == 0)
    margin = _indent(lines[node.start_point[0]])
    row = last + 1
    while row < len(lines) and (not lines[row].strip() or lines[row].lstrip().startswith("#")):
        if lines[row].strip():
            if _indent(lines[row]) <= margin:
                break
            last = row
        row += 1
    return last


def _headed(lines: list[str], rows: list[int], margin: int, word: str) -> list[tuple[int, str]]:
    header = lines[rows[0]].strip()
    rest = header.split(None, 1)[1] if word != "else" else ""
    head = f"{word} {rest}" if word != "else" else "else:"
    return [(rows[0], " " * margin + head), *((row, lines[row]) for row in rows[1:])]


def _dedented(lines: list[str], rows: list[int], margin: int, fixed: set[int]) -> list[tuple[int, str]]:
    filled = [
        row for row in rows if lines[row].strip() and row not in fixed and not lines[row].lstrip().startswith("#")
    ]
    depth = min((_indent(lines[row]) for row in filled), default=margin) - margin
    return [(row, lines[row] if row in fixed or _indent(lines[row]) < depth else lines[row][depth:]) for row in rows]


def _inside_strings(node: Node) -> set[int]:
    """The lines that begin within a string, whose blanks are its own."""
    strings = [one for one in walk(node) if one.type == "string"]
    return {row for one in strings for row in range(one.start_point[0] + 1, one.end_point[0] + 1)}


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _values(text: str, conditions: tuple[str, ...]) -> str:
    """Resolve `a if CONDITION else b`, and let the condition be what it is on this side wherever else it stands."""
    if not any(condition in text for condition in conditions):
        return text
    draft = Draft(text)
    _put_values(draft, draft.root, conditions)
    return draft.result()


def _put_values(draft: Draft, node: Node, conditions: tuple[str, ...]) -> None:
    if node.type == "conditional_expression":
        value, test, other = node.named_children
        holds = _holds(test, conditions)
        if holds is not None:
            return draft.put(node, text_of(value if holds else other))
    elif node.type in {"identifier", "call"} and _is_read(node) and _holds(node, conditions) is False:
        return draft.put(node, "False")
    elif node.type == "assignment" and text_of(node.child_by_field_name("left")) in conditions:
        right = node.child_by_field_name("right")
        return draft.put(right, "False") if right is not None and text_of(right) == "True" else None
    for child in node.children:
        _put_values(draft, child, conditions)
    return None


def _is_read(node: Node) -> bool:
    """Tell whether a name stands for its value, and is not one that is imported, given or looked up."""
    parent = node.parent
    if parent is None or parent.type in {"aliased_import", "dotted_name", "parameters"}:
        return False
    return node not in {parent.child_by_field_name(field) for field in ("attribute", "function", "left", "name")}
