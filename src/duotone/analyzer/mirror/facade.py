"""A sync module over the bridge: the signatures of a source for type checkers, its classes behind faces at run time."""

from __future__ import annotations

import textwrap

from tree_sitter import Node

from duotone.analyzer.mirror.copying import Copy, copied
from duotone.analyzer.mirror.draft import Draft, text_of, walk
from duotone.analyzer.mirror.modules import dotted_name
from duotone.analyzer.mirror.names import Names
from duotone.analyzer.mirror.records import Refusal, Twin
from duotone.analyzer.mirror.side import Side

__all__ = ["facade"]

_KEPT = frozenset({"future_import_statement", "import_from_statement", "import_statement", "type_alias_statement"})
_HEAD = '''"""The sync side of `{module}`, over the bridge."""

from __future__ import annotations

from typing import TYPE_CHECKING
'''


def facade(text: str, path: str, twin: Twin, side: Side) -> Copy:
    """Return a module with a sync class for each public async one of a source, and a function for each function."""
    draft = Draft(text)
    classes = [node for node in map(_inner, draft.root.named_children) if _is_public(node, "class_definition")]
    functions = [node for node in map(_inner, draft.root.named_children) if _is_async_function(node)]
    classes = [node for node in classes if _has_async(node)]
    if not classes and not functions:
        message = "has no public async class or function, so there is nothing to make a facade of"
        return Copy("", (Refusal(path, 1, 1, message),), frozenset())
    reduced = _reduced(draft, [*classes, *functions])
    made = copied(reduced, path, twin, side)
    if made.refusals:
        return made
    module = dotted_name(twin.source)
    signatures = made.text.replace("from __future__ import annotations\n", "").strip()
    body = "\n".join(
        [
            _HEAD.format(module=module),
            f"if TYPE_CHECKING:\n{textwrap.indent(signatures, '    ')}",
            "else:",
            *("    import functools\n" for _ in functions[:1]),
            f"    import duotone\n    import {module} as _source\n",
            *(f"    {side.names(name)} = duotone.facade(_source.{name})" for name in map(_name, classes)),
            *(textwrap.indent(_wrapper(node, side.names), "    ") for node in functions),
        ]
    )
    return Copy(body + "\n", (), made.used)


_WRAPPER = """
@functools.wraps(_source.{name})
def {plain}(*args, **kwargs):
    return duotone.{verb}(_source.{name}(*args, **kwargs))


del {plain}.__wrapped__  # whoever looks through it would find the async function
"""


def _wrapper(node: Node, names: Names) -> str:
    """The function at run time; what yields is iterated, everything else is run."""
    is_stream = any(one.type == "yield" for one in walk(node))
    return _WRAPPER.format(name=_name(node), plain=names(_name(node)), verb="iterate" if is_stream else "run")


def _inner(node: Node) -> Node:
    inner = node.child_by_field_name("definition") if node.type == "decorated_definition" else None
    return node if inner is None else inner


def _name(node: Node) -> str:
    return text_of(node.child_by_field_name("name"))


def _is_public(node: Node, kind: str) -> bool:
    return node.type == kind and not _name(node).startswith("_")


def _is_async_function(node: Node) -> bool:
    return _is_public(node, "function_definition") and node.children[0].type == "async"


def _has_async(node: Node) -> bool:
    return any(one.type == "async" for one in walk(node))


def _reduced(draft: Draft, chosen: list[Node]) -> str:
    """What a type checker needs of a source: its imports, its assignments, and signatures without bodies."""
    kept: list[str] = []
    for node in draft.root.named_children:
        inner = _inner(node)
        if inner in chosen:
            kept.append(_signature(node, inner))
        elif inner.type in _KEPT or _is_declaration(inner):
            kept.append(text_of(node))
        elif inner.type == "if_statement" and "TYPE_CHECKING" in text_of(inner.child_by_field_name("condition")):
            block = inner.child_by_field_name("consequence")
            kept += [text_of(one) for one in block.named_children] if block is not None else []
    return "\n".join(kept) + "\n"


def _is_declaration(node: Node) -> bool:
    """A type variable or an alias, which annotations may need."""
    text = text_of(node)
    return node.type == "expression_statement" and any(
        word in text for word in ("TypeVar(", "ParamSpec(", "TypeAlias", "NewType(")
    )


def _signature(node: Node, inner: Node) -> str:
    body = inner.child_by_field_name("body")
    assert body is not None
    data = text_of(node)
    before = data[: _characters(node, body.start_byte)].rstrip()
    if inner.type == "function_definition":
        return f"{before} ..."
    lines = [
        textwrap.indent(textwrap.dedent(" " * one.start_point[1] + _member(one)), "    ")
        for one in body.named_children
        if _is_shown(one)
    ]
    return "\n".join([before, *(lines or ["    ..."])])


def _characters(node: Node, end: int) -> int:
    data = node.text or b""
    return len(data[: end - node.start_byte].decode())


def _is_shown(node: Node) -> bool:
    inner = _inner(node)
    if inner.type == "function_definition":
        name = _name(inner)
        return not name.startswith("_") or (name.startswith("__") and name.endswith("__"))
    if inner.type == "expression_statement":
        first = inner.named_children[0]
        return first.type == "assignment" and first.child_by_field_name("type") is not None and text_of(first)[0] != "_"
    return False


def _member(node: Node) -> str:
    inner = _inner(node)
    if inner.type != "function_definition":
        return text_of(node)
    return _signature(node, inner)
