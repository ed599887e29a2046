"""Imports after rewriting: what nothing needs any more goes, what the sync forms need comes, nothing stands twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from tree_sitter import Node

from duotone.analyzer.mirror.draft import Draft, text_of, walk

__all__ = ["tidied"]

_LONG = 200  # characters; what is longer is no type
_IMPORTS = frozenset({"import_from_statement", "import_statement"})


def tidied(source: str, text: str, needed: Iterable[str], dropped: Collection[str], keep: Collection[str]) -> str:
    """Return the rewritten text with its imports in order; `source` says which names were used before.

    `needed` are modules that the sync forms come from, `dropped` names that are taken from nowhere because they are
    built in, `keep` names that stay imported though nothing uses them.
    """
    before = _uses(Draft(source).root)
    draft = Draft(text)
    after = _uses(draft.root)
    unneeded = {name for name in before if name not in after and name not in keep} | set(dropped)
    missing = sorted(module for module in set(needed) if module not in _imported(draft.root))
    for node in walk(draft.root):
        if node.type not in _IMPORTS:
            continue
        names = node.children_by_field_name("name")
        kept = _kept(names, unneeded)
        if len(kept) == len(names) or not names:
            continue
        if kept:
            _rewrite(draft, names, kept)
        elif missing:
            draft.put(node, "\n".join(f"{' ' * node.start_point[1]}import {name}".lstrip() for name in missing))
            missing = []
        else:
            draft.remove_statement(node)
    result = draft.result()
    return _with_imports(result, missing) if missing else result


def _uses(root: Node) -> Counter[str]:
    """Count the names that are read anywhere but in imports, in quoted types as well."""
    uses: Counter[str] = Counter()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.type in _IMPORTS:
            continue
        if node.type == "attribute":
            waiting.extend(node.children[:1])  # the name behind the dot is no name of this file
            continue
        if node.type == "identifier":
            uses[text_of(node)] += 1
        elif node.type == "string_content":
            uses.update(word for word in _words(text_of(node)))
        waiting.extend(node.children)
    return uses


def _words(text: str) -> list[str]:
    """The names in a short string, which may be a type or an entry of `__all__`."""
    is_name = len(text) < _LONG and all(char.isalnum() or char in "_.[], |" for char in text)
    return text.replace("[", " ").replace("]", " ").replace(",", " ").replace(".", " ").split() if is_name else []


def _imported(root: Node) -> set[str]:
    return {
        text_of(name)
        for node in walk(root)
        if node.type == "import_statement"
        for name in node.children_by_field_name("name")
    }


def _kept(names: list[Node], unneeded: set[str]) -> list[Node]:
    kept: dict[str, Node] = {}
    for node in names:
        alias = node.child_by_field_name("alias") if node.type == "aliased_import" else None
        bound = text_of(alias) if alias is not None else text_of(node).partition(".")[0]
        if bound not in unneeded:
            kept.setdefault(text_of(node), node)
    return list(kept.values())


def _rewrite(draft: Draft, names: list[Node], kept: list[Node]) -> None:
    """Take single names out of an import, each with a comma and the blanks beside it."""
    last = kept[-1]
    for index, node in enumerate(names):
        if node in kept:
            continue
        if node.start_byte > last.start_byte:
            draft.replace(names[index - 1].end_byte, node.end_byte, "")
        else:
            draft.replace(node.start_byte, names[index + 1].start_byte, "")


def _with_imports(text: str, modules: list[str]) -> str:
    """Put imports before the first one that isn't from `__future__`, else below the docstring."""
    draft = Draft(text)
    first = next((node for node in draft.root.children if node.type in _IMPORTS), None)
    lines = "".join(f"import {module}\n" for module in modules)
    if first is not None:
        draft.replace(first.start_byte, first.start_byte, lines)
        return draft.result()
    heads = [node for node in draft.root.children if node.type in {"future_import_statement", "comment"}]
    docs = [
        node
        for node in draft.root.children[:1]
        if node.type == "expression_statement" and node.children[0].type == "string"
    ]
    end = max((node.end_byte for node in (*heads[:1], *docs)), default=-1)
    draft.replace(end + 1, end + 1, f"\n{lines}" if end >= 0 else lines)
    return draft.result()
