"""What a name in a source was imported as, so that `aio.sleep` is known for what it is."""

from __future__ import annotations

from collections.abc import Collection

from tree_sitter import Node

from duotone.analyzer.mirror.draft import text_of, walk

__all__ = ["Origins"]


class Origins:
    """The dotted origin of every imported name of a file, without the imports that the user replaces."""

    def __init__(self, root: Node, replaced: Collection[str] = ()) -> None:
        self.names: dict[str, str] = {}
        for node in walk(root):
            if not node.type.startswith("import") or text_of(node) in replaced:
                continue
            if node.type == "import_statement":
                for child in node.children_by_field_name("name"):
                    self._add_module(child)
            elif node.type == "import_from_statement":
                self._add_names(node)

    def of(self, node: Node) -> str:
        """Return the dotted origin of a name or attribute, or nothing where it isn't an import."""
        head, _, rest = text_of(node).partition(".")
        origin = self.names.get(head, "")
        return f"{origin}.{rest}" if origin and rest else origin

    def _add_module(self, child: Node) -> None:
        if child.type == "aliased_import":
            self.names[text_of(child.child_by_field_name("alias"))] = text_of(child.child_by_field_name("name"))
        else:
            head = text_of(child).partition(".")[0]
            self.names[head] = head

    def _add_names(self, node: Node) -> None:
        module = text_of(node.child_by_field_name("module_name"))
        for child in node.children_by_field_name("name"):
            name = text_of(child.child_by_field_name("name")) if child.type == "aliased_import" else text_of(child)
            local = text_of(child.child_by_field_name("alias")) if child.type == "aliased_import" else name
            self.names[local] = f"{module}.{name}"
