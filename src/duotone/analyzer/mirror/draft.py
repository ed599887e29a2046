"""A text, its tree, and the edits that are collected while the tree is walked."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from duotone.analyzer.parsing.grammar.language import new_parser

__all__ = ["Draft", "is_docstring", "text_of", "walk"]


class Draft:
    """Source as UTF-8 bytes with line feeds; edits are spans of it, and what lies in a removed span goes with it."""

    def __init__(self, text: str) -> None:
        self.data = text.encode()
        self.root = new_parser().parse(self.data).root_node
        self._edits: list[tuple[int, int, bytes]] = []

    def replace(self, start: int, end: int, text: str) -> None:
        """Put a text in the place of some bytes."""
        self._edits.append((start, end, text.encode()))

    def put(self, node: Node, text: str) -> None:
        """Put a text in the place of a node."""
        self.replace(node.start_byte, node.end_byte, text)

    def remove_word(self, node: Node) -> None:
        """Take a keyword away together with the blanks behind it, so that what follows stands in its place."""
        end = node.end_byte
        while self.data[end : end + 1] in {b" ", b"\t"}:
            end += 1
        self.replace(node.start_byte, end, "")

    def remove_lines(self, node: Node) -> None:
        """Take away the lines of a statement that has them for itself."""
        start = self.data.rfind(b"\n", 0, node.start_byte) + 1
        end = self.data.find(b"\n", node.end_byte)
        self.replace(start, len(self.data) if end < 0 else end + 1, "")

    def remove_statement(self, node: Node) -> None:
        """Take a statement away; the last one of a block leaves `pass`."""
        parent = node.parent
        if parent is not None and parent.type == "block" and parent.named_child_count == 1:
            self.put(node, "pass")
        else:
            self.remove_lines(node)

    def result(self) -> str:
        """Return the text with all edits; of two that overlap, the outer one counts."""
        pieces: list[bytes] = []
        done = 0
        for start, end, text in sorted(self._edits, key=lambda edit: (edit[0], -edit[1])):
            if start < done:
                continue
            pieces += self.data[done:start], text
            done = end
        return b"".join((*pieces, self.data[done:])).decode()


def text_of(node: Node | None) -> str:
    """Return the source of a node."""
    return "" if node is None or node.text is None else node.text.decode()


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and all nodes below it, in the order of the text."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(current.children))


def is_docstring(node: Node) -> bool:
    """Say whether a string is a statement of its own: a docstring, or a text that documents what stands before it."""
    return node.parent is not None and node.parent.type == "expression_statement" and node.parent.child_count == 1
