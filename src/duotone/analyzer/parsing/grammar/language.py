"""The grammar of tree-sitter, and the numbers by which its nodes and fields are told apart."""

from __future__ import annotations

import tree_sitter_python
from tree_sitter import Language, Parser

__all__ = ["ERROR", "EXTRAS", "field_id", "ids", "new_parser"]

_LANGUAGE = Language(tree_sitter_python.language())

# tree-sitter gives this number to every part that fits nowhere; it is in no grammar.
ERROR = 0xFFFF


_NUMBERS: dict[tuple[str | None, bool], list[int]] = {}
for _number in range(_LANGUAGE.node_kind_count):
    _kind = _LANGUAGE.node_kind_for_id(_number), _LANGUAGE.node_kind_is_named(_number)
    _NUMBERS.setdefault(_kind, []).append(_number)


def ids(*kinds: str, is_named: bool = True) -> tuple[int, ...]:
    """The numbers of these kinds of nodes; a kind that the grammar knows under several numbers has them all."""
    return tuple(number for kind in kinds for number in _NUMBERS.get((kind, is_named), ()))


def field_id(name: str) -> int:
    """The number of a field."""
    number = _LANGUAGE.field_id_for_name(name)
    assert number is not None, name
    return number


def new_parser() -> Parser:
    """A parser of one's own: they keep state, so threads must not share one."""
    return Parser(_LANGUAGE)


EXTRAS = frozenset(ids("comment", "line_continuation"))
