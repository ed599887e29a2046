"""The walk over a source that turns it into its sync twin, token by token, so that all formatting survives."""

from __future__ import annotations

import builtins
from collections.abc import Callable

from tree_sitter import Node

from duotone.analyzer.mirror import wording
from duotone.analyzer.mirror.draft import Draft, is_docstring, text_of
from duotone.analyzer.mirror.origins import Origins
from duotone.analyzer.mirror.records import Twin
from duotone.analyzer.mirror.side import Side
from duotone.analyzer.mirror.tables import AWAITABLE, CALLS, DROPPED_DECORATORS, LOOP_MODULES, OBJECTS, STREAMS

__all__ = ["Rewriter"]

_PRIMARY = frozenset({"identifier", "attribute", "call", "subscript", "string", "list", "tuple", "dictionary"})
_STATEMENTS = frozenset({
    "assert_statement", "break_statement", "continue_statement", "decorator", "delete_statement",
    "expression_statement", "global_statement", "import_from_statement", "import_statement", "pass_statement",
    "raise_statement", "return_statement",
})  # fmt: skip
_SENDING = 2  # what a stream yields and what is sent to it; a generator also says what it returns
_GUARD = "write that part under `if IS_ASYNC:` with an else for the sync side"


class Rewriter:
    """Walks one tree; what has no sync form is kept as it is and refused."""

    def __init__(self, draft: Draft, twin: Twin, side: Side) -> None:
        self.draft = draft
        self.twin = twin
        self.names = side.names
        self.modules = side.modules
        self.rules = side.rules
        self.origins = Origins(draft.root, side.rules.replace)
        self.needed: set[str] = set()
        self.built_in: set[str] = set()
        self.used: set[str] = set()
        self.refused: list[tuple[Node, str]] = []

    def run(self) -> str:
        """Return the text of the twin."""
        self.visit(self.draft.root)
        return self.draft.result()

    def visit(self, node: Node) -> None:
        """Rewrite a node and what is below it."""
        if node.type in _STATEMENTS and self._replaced(node):
            return
        handler = _HANDLERS.get(node.type)
        if handler is None or not handler(self, node):
            for child in node.children:
                self.visit(child)

    def refuse(self, node: Node, message: str) -> bool:
        """Keep a node as it is, and say why; what is below it is not looked at."""
        self.refused.append((node, message))
        return True

    def _replaced(self, node: Node) -> bool:
        text = text_of(node)
        if text not in self.rules.replace:
            return False
        self.used.add(text)
        other = self.rules.replace[text]
        if other:
            self.draft.put(node, other)
        else:
            self.draft.remove_statement(node)
        return True

    def keyword(self, node: Node) -> bool:
        """`async` goes, wherever it stands."""
        if node.is_named:
            return False
        self.draft.remove_word(node)
        return True

    def awaiting(self, node: Node) -> bool:
        """`await` goes, and with it the parentheses that it alone needed."""
        word, value = node.children[0], node.children[-1]
        statement = node.parent
        called = self.origins.of(value.children[0]) if value.type == "call" else ""
        if CALLS.get(called) == "drop" and statement is not None and statement.type == "expression_statement":
            self.draft.remove_statement(statement)
            return True
        if value.type == "call" and self.call(value):
            self._unparenthesized(node, value)
            self.draft.replace(word.start_byte, value.start_byte, "")
            return True
        self.draft.replace(word.start_byte, value.start_byte, "")
        self._unparenthesized(node, value)
        self.visit(value)
        return True

    def _unparenthesized(self, node: Node, value: Node) -> None:
        parent = node.parent
        if parent is None or parent.type != "parenthesized_expression" or value.type not in _PRIMARY:
            return
        data = self.draft.data
        gaps = data[parent.start_byte + 1 : node.start_byte] + data[node.end_byte : parent.end_byte - 1]
        is_own = parent.parent is not None and parent.parent.type not in {"print_statement", "decorator"}
        if is_own and not gaps.strip(b" \t"):
            self.draft.replace(parent.start_byte, node.start_byte, "")
            self.draft.replace(node.end_byte, parent.end_byte, "")

    def call(self, node: Node) -> bool:
        """Calls that only take something to the loop or to a thread become what they take."""
        function = node.child_by_field_name("function")
        arguments = node.child_by_field_name("arguments")
        if function is None or arguments is None or arguments.type != "argument_list":
            return False
        origin = self.origins.of(function)
        kind = CALLS.get(origin, "")
        if text_of(function) in self.rules.unwrap:
            kind = "unwrap"
            self.used.add(text_of(function))
        given = [child for child in arguments.named_children if child.type != "comment"]
        if kind == "unwrap" and given:
            return self._unwrap(node, arguments, given)
        if kind == "gather":
            return self._gather(node, arguments, given)
        if kind == "inner" and len(given) == 1:
            self.draft.replace(node.start_byte, given[0].start_byte, "")
            self.draft.replace(given[0].end_byte, node.end_byte, "")
            self.visit(given[0])
            return True
        return False

    def _unwrap(self, node: Node, arguments: Node, given: list[Node]) -> bool:
        """`to_thread(f, a, b)` is `f(a, b)` here."""
        first = given[0]
        if first.type not in _PRIMARY:
            return self.refuse(node, f"the function that is called here is no name; {_GUARD}")
        self.draft.replace(node.start_byte, first.start_byte, "")
        self.visit(first)
        if len(given) == 1:
            self.draft.replace(first.end_byte, arguments.end_byte, "()")
            return True
        self.draft.replace(first.end_byte, given[1].start_byte, "(")
        for one in given[1:]:
            self.visit(one)
        return True

    def _gather(self, node: Node, arguments: Node, given: list[Node]) -> bool:
        """`await gather(f(), g())` is `[f(), g()]` here: one after the other, with the same results."""
        parent = node.parent
        if parent is None or parent.type != "await":
            return self.refuse(node, f"`gather` without `await` has no sync form; {_GUARD}")
        if any(one.type == "keyword_argument" for one in given):
            return self.refuse(node, f"`gather` that returns exceptions has no sync form; {_GUARD}")
        self.draft.replace(node.start_byte, arguments.start_byte + 1, "[")
        self.draft.replace(arguments.end_byte - 1, arguments.end_byte, "]")
        for one in arguments.children[1:-1]:
            self.visit(one)
        return True

    def identifier(self, node: Node) -> bool:
        """A name becomes that of the sync side, or of the module that has its sync form."""
        name = text_of(node)
        origin = self.origins.names.get(name, "")
        if "." in origin and self._object(node, origin):
            return True
        if name in LOOP_MODULES and origin == name:
            return self.refuse(node, f"`{name}` has no sync form here; {_GUARD}")
        other = self.names(name)
        if other != name:
            self.draft.put(node, other)
        return True

    def attribute(self, node: Node) -> bool:
        """`asyncio.Lock` becomes what does the same without a loop; other attributes are renamed by their name."""
        origin = self.origins.of(node)
        if origin and self._object(node, origin):
            return True
        if origin.partition(".")[0] in LOOP_MODULES:
            return self.refuse(node, f"`{text_of(node)}` has no sync form; {_GUARD}")
        value, attribute = node.child_by_field_name("object"), node.child_by_field_name("attribute")
        if value is None or attribute is None:
            return False
        for child in node.children:
            if child != attribute:
                self.visit(child)
            elif origin and self.modules.is_copied(origin):
                self.draft.put(child, self.modules(origin).rpartition(".")[2])
            else:
                self._renamed(child)
        return True

    def _renamed(self, node: Node) -> None:
        name = text_of(node)
        if (other := self.names(name)) != name:
            self.draft.put(node, other)

    def _object(self, node: Node, origin: str) -> bool:
        other = OBJECTS.get(origin)
        if other is None:
            return False
        module, _, _ = other.rpartition(".")
        if module:
            self.needed.add(module)
        self.draft.put(node, other)
        return True

    def keyword_argument(self, node: Node) -> bool:
        """The name of an argument is renamed as such, whatever was imported by that name."""
        name = node.child_by_field_name("name")
        value = node.child_by_field_name("value")
        if name is None or value is None:
            return False
        self._renamed(name)
        self.visit(value)
        return True

    def decorator(self, node: Node) -> bool:
        """Marks that only say that a test needs a loop go."""
        named = node.named_children[0] if node.named_children else None
        function = named.child_by_field_name("function") if named is not None and named.type == "call" else named
        if text_of(function) not in DROPPED_DECORATORS:
            return False
        self.draft.remove_lines(node)
        return True

    def decorated(self, node: Node) -> bool:
        """A definition that is marked as one for the async side goes."""
        marks = [text_of(child).removeprefix("@").strip() for child in node.children if child.type == "decorator"]
        found = [mark for mark in marks if mark.partition("(")[0] in self.rules.omit]
        if not found:
            return False
        self.used.update(mark.partition("(")[0] for mark in found)
        self.draft.remove_statement(node)
        return True

    def generic(self, node: Node) -> bool:
        """`Awaitable[int]` is `int` here, and `AsyncGenerator[int, None]` is `Generator[int, None, None]`."""
        head = node.named_children[0]
        name = text_of(head).rpartition(".")[2]
        arguments = _arguments(node)
        if name in AWAITABLE and arguments:
            self.draft.replace(node.start_byte, arguments[-1].start_byte, "")
            self.draft.replace(arguments[-1].end_byte, node.end_byte, "")
            self.visit(arguments[-1])
            return True
        if name in STREAMS and len(arguments) == _SENDING:
            self.draft.replace(arguments[-1].end_byte, arguments[-1].end_byte, ", None")
        return False

    def comment(self, node: Node) -> bool:
        """A comment speaks of the sync side."""
        text = text_of(node)
        self.draft.put(node, wording.comment(text, self.names))
        return True

    def string(self, node: Node) -> bool:
        """Docstrings speak of the sync side; in any other text only names of classes do."""
        text = text_of(node)
        if is_docstring(node):
            self.draft.put(node, wording.docstring(text, self.names))
            return True
        for child in node.children:
            if child.type == "string_content":
                content = text_of(child)
                other = self.names.in_text(content)
                if other != content:
                    self.draft.put(child, other)
            elif child.type == "interpolation":
                for inner in child.children:
                    self.visit(inner)
        return True

    def import_from(self, node: Node) -> bool:
        """Modules become those of the sync side, and so do the names that are taken from them."""
        module = node.child_by_field_name("module_name")
        if module is None:
            return False
        self._put_module(module)
        for child in node.children_by_field_name("name"):
            self._imported(child)
        return True

    def _put_module(self, module: Node) -> None:
        text = text_of(module)
        if module.type == "relative_import":
            name = text.lstrip(". ")
            level = text[: len(text) - len(name)].count(".")
            dots, other = self.modules.relative(level, name, self.twin)
            other = "." * dots + other
        else:
            other = self.modules(text)
        if other != text:
            self.draft.put(module, other)

    def _imported(self, child: Node) -> None:
        if hasattr(builtins, other := self.names(text_of(child))) and other != text_of(child):
            self.built_in.add(other)
        if child.type == "aliased_import":
            for part in (child.child_by_field_name("name"), child.child_by_field_name("alias")):
                if part is not None:
                    self._renamed(part)
        else:
            self._renamed(child)

    def import_(self, node: Node) -> bool:
        """Modules that are imported whole are renamed whole."""
        for child in node.children_by_field_name("name"):
            named = child.child_by_field_name("name") if child.type == "aliased_import" else child
            text = text_of(named)
            if named is not None and (other := self.modules(text)) != text:
                self.draft.put(named, other)
            alias = child.child_by_field_name("alias") if child.type == "aliased_import" else None
            if alias is not None:
                self._renamed(alias)
        return True


def _arguments(node: Node) -> list[Node]:
    """The arguments of a generic type, in an annotation or in an expression."""
    if node.type == "generic_type":
        return [child for child in node.named_children[1].named_children if child.type != "comment"]
    return node.children_by_field_name("subscript")


_HANDLERS: dict[str, Callable[[Rewriter, Node], bool]] = {
    "async": Rewriter.keyword,
    "attribute": Rewriter.attribute,
    "await": Rewriter.awaiting,
    "call": Rewriter.call,
    "comment": Rewriter.comment,
    "decorated_definition": Rewriter.decorated,
    "decorator": Rewriter.decorator,
    "generic_type": Rewriter.generic,
    "identifier": Rewriter.identifier,
    "import_from_statement": Rewriter.import_from,
    "import_statement": Rewriter.import_,
    "keyword_argument": Rewriter.keyword_argument,
    "string": Rewriter.string,
    "subscript": Rewriter.generic,
}
